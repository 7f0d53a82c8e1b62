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
