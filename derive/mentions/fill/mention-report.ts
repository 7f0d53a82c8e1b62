import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'

export type MentionReport = {
  /** Filings that name a bill or a regulation. */
  readonly filings: number
  readonly bills: number
  readonly regulations: number
  /** Changed filings that were not read yet, counted up to 100,000. */
  readonly filings_to_do: number
}

const MOST_COUNTED = 100_000

export async function reportMentions(database: Queryable): Promise<MentionReport> {
  const { rows } = await database.query<Omit<MentionReport, 'filings_to_do'>>(
    `SELECT (SELECT count(*) FROM derive.bill_mention) AS bills,
       (SELECT count(*) FROM derive.regulation_mention) AS regulations,
       (SELECT count(*) FROM (SELECT filing_id FROM derive.bill_mention UNION
          SELECT filing_id FROM derive.regulation_mention) f) AS filings`,
  )
  return { ...rows[0]!, filings_to_do: await countToDo(database) }
}

async function countToDo(database: Queryable): Promise<number> {
  const schema = await liveReadSchema(database)
  if (schema === undefined) return 0
  const { rows: there } = await database.query<{ is_there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS is_there',
    [`${schema}.lobbying_filings`],
  )
  if (there[0]?.is_there !== true) return 0
  const { rows } = await database.query<{ to_do: number }>(
    `SELECT count(*) AS to_do FROM (
       SELECT FROM ${schema}.lobbying_filings f WHERE NOT EXISTS (
         SELECT FROM derive.mention_position p WHERE p.read_schema = $1
           AND (f.updated_at, f.seq, f.id) <= (p.updated_at, p.seq, p.id)) LIMIT ${MOST_COUNTED}) f`,
    [schema],
  )
  return rows[0]!.to_do
}
