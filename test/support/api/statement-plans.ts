import pg from 'pg'
import { withConnection } from '../../../runtime/postgres/postgres.ts'
import type { TestDatabase } from '../stores/database.ts'
import type { TestApi } from './test-api.ts'

export type SentStatement = { readonly text: string; readonly values: readonly unknown[] }

/** The statements that a request sends to read rows. */
export async function statementsOf(
  { database }: TestDatabase,
  api: TestApi,
  url: string,
): Promise<SentStatement[]> {
  const { query } = database
  const sent: SentStatement[] = []
  database.query = ((statement: SentStatement, ...rest: unknown[]) => {
    sent.push(statement)
    return (query as (...args: unknown[]) => unknown).call(database, statement, ...rest)
  }) as typeof query
  const answer = await api.get(url)
  database.query = query
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  return sent.filter(({ text }) => text?.includes('live.standing'))
}

export async function readPlan({ database }: TestDatabase, { text, values }: SentStatement): Promise<string> {
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** The plan for all values, which Postgres makes for a prepared statement. */
export function readPlanForAll({ database }: TestDatabase, { text, values }: SentStatement): Promise<string> {
  return withConnection(database, async (client) => {
    const literals = values.map((value) => (value == null ? 'NULL' : pg.escapeLiteral(literalOf(value))))
    await client.query(`SET plan_cache_mode = force_generic_plan; PREPARE read AS ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE read${literals.length === 0 ? '' : `(${literals.join(', ')})`}`,
    )
    await client.query('DEALLOCATE read; RESET plan_cache_mode')
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

const literalOf = (value: unknown): string =>
  Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : String(value)
