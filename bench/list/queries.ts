import { listBills } from '../../api/read-model/bill-list.ts'
import { readBill } from '../../api/read-model/bills.ts'
import { createReadModel } from '../../api/read-model/live-schema.ts'
import type { Database } from '../../runtime/postgres.ts'

/** A request of a kind, and the statement that answers it. */
export type Question = { readonly path: string; readonly statement: string }
export type Kind = { readonly name: string; readonly questions: readonly Question[] }

const DIFFERENT = 200
const PAGE = { pinned: undefined, after: undefined, include_deleted: false }

/** Requests all over the loaded bills, with the very statements that the API makes of them. */
export async function createKinds(database: Database, read_schema: string): Promise<Kind[]> {
  const { rows } = await database.query<{ id: number; jurisdiction: string; at: string }>(
    `SELECT id, jurisdiction, to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
       FROM ${read_schema}.bills WHERE present AND NOT deleted ORDER BY random() LIMIT $1`,
    [DIFFERENT],
  )
  const { model, statementOf } = recordStatements(database)
  const lists = []
  const details = []
  const changes = []
  for (const { id, jurisdiction, at } of rows) {
    lists.push({
      path: `/v1/bills?limit=50&jurisdiction=${encodeURIComponent(jurisdiction)}`,
      statement: await statementOf(() =>
        listBills(model, { ...PAGE, limit: 50, order: 'id', since: undefined }, { jurisdiction }),
      ),
    })
    details.push({
      path: `/v1/bills/${id}`,
      statement: await statementOf(() => readBill(model, { id })),
    })
    changes.push({
      path: `/v1/bills?limit=200&updated_since=${encodeURIComponent(at)}`,
      statement: await statementOf(() =>
        listBills(model, { ...PAGE, limit: 200, order: 'changes', since: at }, {}),
      ),
    })
  }
  return [
    { name: 'list page of 50, one jurisdiction', questions: lists },
    { name: 'detail', questions: details },
    { name: 'updated_since page of 200', questions: changes },
  ]
}

type Query = { readonly text: string; readonly values: readonly unknown[] }

/** A read model whose last statement can be taken, its values written into it. */
function recordStatements(database: Database) {
  let last: Query = { text: '', values: [] }
  const recording = {
    query: (query: Query | string) => {
      if (typeof query !== 'string') last = query
      return database.query(query as never)
    },
  } as unknown as Database
  return {
    model: createReadModel(recording),
    async statementOf(ask: () => Promise<unknown>): Promise<string> {
      await ask()
      return last.text
        .replace(/\$(\d+)/g, (_, number) => literal(last.values[Number(number) - 1]))
        .replace(/\s+/g, ' ')
    },
  }
}

/** pgbench takes a colon for the start of a variable, within quotes too. */
function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text = String(value).replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')
  return `E'${text}'`
}
