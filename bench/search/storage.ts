import type { Database } from '../../runtime/postgres/postgres.ts'
import { type Parties, readProcessorTime, since } from '../measure/processor-time.ts'

const CHANGED = 2_000

/** Sizes, and what a changed bill costs. */
export async function measureStorage(
  database: Database,
  parties: Parties,
  readSchema: string,
): Promise<string> {
  const { rows: sizes } = await database.query<Record<'index' | 'table' | 'text_index' | 'texts', number>>(
    `SELECT pg_relation_size('${readSchema}.bill_words_words_idx') / 1e6 AS index,
       pg_table_size('${readSchema}.bill_words') / 1e6 AS table,
       pg_relation_size('search.text_words_idx') / 1e6 AS text_index,
       pg_table_size('search.text') / 1e6 AS texts`,
  )
  const wal = async () =>
    (
      await database.query<{ bytes: number }>(
        "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes",
      )
    ).rows[0]!.bytes
  const before = { bytes: await wal(), time: readProcessorTime(parties) }
  await database.query(
    `UPDATE ${readSchema}.bill_words SET words = words || '''changed'':1A'
     WHERE id IN (SELECT id FROM ${readSchema}.bill_words ORDER BY hashint8(id) LIMIT ${CHANGED})`,
  )
  await database.query(`SELECT gin_clean_pending_list('${readSchema}.bill_words_words_idx')`)
  const { postgres_ms } = since(before.time, readProcessorTime(parties))
  const bytes = (await wal()) - before.bytes
  const size = sizes[0]!
  const mb = (value: number) => Number(value).toFixed(0)
  return `Index of words: ${mb(size.index)} MB, table: ${mb(size.table)} MB. Index of the words of texts: ${mb(size.text_index)} MB, table: ${mb(size.texts)} MB. A changed bill: ${((postgres_ms * 1_000) / CHANGED).toFixed(0)} µs of Postgres, ${(bytes / CHANGED / 1e3).toFixed(1)} KB of WAL.`
}
