import pg from 'pg'
import { REBUILD_LOCK } from '../../../runtime/postgres/advisory-locks.ts'
import { databaseUrl } from '../../../runtime/settings/addresses.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'

export type RebuildLock = {
  /** Aborted when the connection that holds the lock is lost: another process may take it then. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** Lets one process rebuild or swap at a time. Throws `rebuild_busy`. */
export async function takeRebuildLock(settings: Settings): Promise<RebuildLock> {
  const client = new pg.Client({
    connectionString: databaseUrl(settings),
    application_name: 'legislog rebuild lock',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  const lost = new AbortController()
  const lose = () =>
    lost.abort(
      new LegislogError(
        'rebuild_busy',
        'the connection that holds the lock of rebuilds is lost; run legislog rebuild again, it goes on where it was',
      ),
    )
  client.on('error', lose)
  client.on('end', lose)
  await client.connect()
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    REBUILD_LOCK,
  ])
  const release = async () => {
    client.off('end', lose)
    await client.end().catch(() => {})
  }
  if (rows[0]?.taken !== true) {
    await release()
    throw new LegislogError('rebuild_busy', 'another rebuild, swap or rollback is under way')
  }
  return { lost: lost.signal, release }
}
