import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { CountingServer } from './mail-server.ts'

/** Throws if an item is left, a digest was not mailed, or a mail came twice. */
export async function requireComplete(database: Database, server: CountingServer): Promise<void> {
  const { rows } = await database.query<{ open: number; unsent: number; mails: number }>(
    `SELECT (SELECT count(*) FROM alerts.item WHERE digest_id IS NULL) AS open,
       (SELECT count(*) FROM alerts.mail WHERE sent_at IS NULL) AS unsent,
       (SELECT count(*) FROM alerts.mail) AS mails`,
  )
  const { open, unsent, mails } = rows[0]!
  const found = { open, unsent, missing: mails - server.mails(), repeated: server.repeated() }
  if (Object.values(found).some((count) => count !== 0))
    throw new LegislogError('service_failed', `digests are not complete: ${JSON.stringify(found)}`)
}
