import { join } from 'node:path'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { type Parties, readProcessorTime, since } from '../measure/processor-time.ts'
import { startScript } from '../service/child-process.ts'

export type Floor = { readonly count: number; readonly seconds: number; readonly cpu_s: number }

/** Writes as many items as there are into a table with the same columns and indexes, by one statement. */
export async function copyItems(database: Database, parties: Parties): Promise<Floor> {
  await database.query('CREATE TABLE alerts.copied_item (LIKE alerts.item INCLUDING ALL)')
  const start = performance.now()
  const before = readProcessorTime(parties)
  const { rowCount } = await database.query(
    'INSERT INTO alerts.copied_item OVERRIDING SYSTEM VALUE SELECT * FROM alerts.item',
  )
  const { postgres_ms } = since(before, readProcessorTime(parties))
  const seconds = (performance.now() - start) / 1000
  await database.query('DROP TABLE alerts.copied_item')
  return { count: rowCount ?? 0, seconds, cpu_s: postgres_ms / 1000 }
}

/** Hands as many mails of the same size to the mail server, by nodemailer alone in a process of its own. */
export async function sendAlone(url: string, count: number, bytes: number): Promise<Floor> {
  const start = performance.now()
  const script = join(import.meta.dirname, 'send-alone.ts')
  const sender = startScript('nodemailer alone', script, [url, String(count), String(bytes)])
  await sender.lastLine()
  return { count, seconds: (performance.now() - start) / 1000, cpu_s: sender.spent().cpu_s }
}
