import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { type CountedTable, countedTables } from '../../runtime/ranking/counted-tables.ts'
import { TIERS } from '../../runtime/ranking/impact-tiers.ts'

/** Words are counted again if the table has grown or shrunk by this share. */
const GROWTH = 0.5
/** Cursors name the count of their first page. */
const KEPT = '1 day'

type Counting = { readonly schema?: string; readonly where: string; readonly sampled_rows: number }

/** The rows that are counted. A count reads at most about `sampled_rows` of a table. */
const tables: Readonly<Record<CountedTable, Counting>> = {
  bill_words: { where: 'NOT deleted', sampled_rows: 60_000 },
  regulation_words: { where: 'NOT deleted', sampled_rows: 60_000 },
  // Texts that were indexed by an earlier version have no impacts.
  text: { schema: 'search', where: 'impacts IS NOT NULL', sampled_rows: 2_000 },
}

const relationOf = (readSchema: string, table: CountedTable): string =>
  `${tables[table].schema ?? readSchema}.${table}`

/** Counts words again in the tables that have grown much since their last count. Returns these tables. */
export async function countWordsIfGrown(database: Database): Promise<CountedTable[]> {
  const live = await liveReadSchema(database)
  if (live === undefined) return []
  const grown: CountedTable[] = []
  for (const table of countedTables) {
    if (!(await hasGrown(database, live, table))) continue
    await countWords(database, live, table)
    grown.push(table)
  }
  return grown
}

async function hasGrown(database: Queryable, readSchema: string, table: CountedTable): Promise<boolean> {
  // A read schema of an earlier version has other columns, until a rebuild replaces it.
  const { rows } = await database.query<{ bytes: number; counted: number | null }>(
    `SELECT pg_relation_size(a.attrelid) AS bytes,
       (SELECT c.bytes FROM search.word_count c WHERE c.counted_table = $2 AND c.is_live) AS counted
     FROM pg_catalog.pg_attribute a WHERE a.attrelid = to_regclass($1) AND a.attname = 'impacts'`,
    [relationOf(readSchema, table), table],
  )
  const [size] = rows
  if (size === undefined || size.bytes === 0) return false
  return size.counted === null || Math.abs(size.bytes - size.counted) > size.counted * GROWTH
}

/** Counts how many rows of a table have each word, and makes that the live count. */
export async function countWords(
  database: Database,
  readSchema: string,
  table: CountedTable = 'bill_words',
): Promise<void> {
  const { where, sampled_rows } = tables[table]
  const relation = relationOf(readSchema, table)
  await inTransaction(database, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0')
    const { rows: sizes } = await client.query<{ rows: number; bytes: number }>(
      `SELECT count(*) AS rows, pg_relation_size('${relation}') AS bytes FROM ${relation} WHERE ${where}`,
    )
    const { rows: all, bytes } = sizes[0]!
    const percent = (100 * sampled_rows) / Math.max(1, all)
    const sample = percent >= 100 ? '' : `TABLESAMPLE SYSTEM (${percent}) REPEATABLE (1)`
    const from = `${relation} ${sample} WHERE ${where}`
    // Most words of a sample are in one row, and weigh as much as words that the sample lacks.
    const rarest = percent >= 100 ? '' : 'HAVING max(ndoc) > 1'
    await client.query('UPDATE search.word_count SET is_live = false WHERE is_live AND counted_table = $1', [
      table,
    ])
    const { rows } = await client.query<{ number: number }>(
      `INSERT INTO search.word_count (counted_table, is_live, rows, sampled, bytes)
       SELECT $1, true, $2, count(*), $3 FROM ${from} RETURNING number`,
      [table, all, bytes],
    )
    await client.query(
      `INSERT INTO search.word_frequency (count_number, word, rows, tiers)
       SELECT $1, found.word, max(ndoc) FILTER (WHERE tier = ''), ARRAY[${tierCounts.join(', ')}]
       FROM (
         SELECT split_part(word, '@', 1) AS word, split_part(word, '@', 2) AS tier, ndoc
         FROM ts_stat($2)
       ) found GROUP BY found.word ${rarest}`,
      [rows[0]!.number, `SELECT words FROM ${from}`],
    )
    await client.query(
      `DELETE FROM search.word_count WHERE NOT is_live AND counted_at < now() - interval '${KEPT}'`,
    )
  })
}

const tierCounts = TIERS.map((_, tier) => `coalesce(max(ndoc) FILTER (WHERE tier = '${tier}'), 0)`)
