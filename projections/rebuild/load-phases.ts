import { inTransaction } from '../../runtime/postgres.ts'
import { createIndexes } from '../table.ts'
import { readTables } from '../tables.ts'
import { catchUp, type Positions } from './catch-up.ts'
import type { RebuildContext } from './rebuild-context.ts'

/** How far a rebuild loads. */
export const spansOf = ({ record }: Pick<RebuildContext, 'record'>): Positions =>
  new Map(Object.entries(record.spans).map(([place, next]) => [place, BigInt(next)]))

/** Brings the log into the tables. Gives the number of events. */
export async function loadAll(context: RebuildContext): Promise<number> {
  await indexAll(context)
  return catchUp(context, context.record.read_schema, spansOf(context), (done, of) =>
    context.tell(`${done} of ${of} events`),
  )
}

/** Makes the keys and indexes that are missing. */
export async function indexAll({ database, record }: RebuildContext): Promise<void> {
  await inTransaction(database, async (client) => {
    const { rows } = await client.query('SELECT FROM pg_catalog.pg_indexes WHERE schemaname = $1 LIMIT 1', [
      record.read_schema,
    ])
    if (rows.length === 0) await client.query(createIndexes(record.read_schema, readTables).join(';\n'))
  })
}
