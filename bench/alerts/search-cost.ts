import { createMatchSearches } from '../../api/alerts/match-searches.ts'
import { readNewestIds } from '../../api/read-model/bills/bill-list.ts'
import { filtersOf } from '../../api/read-model/bills/bill-query.ts'
import { createReadModel } from '../../api/read-schema/live-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { SheetSearch } from '../../schemas/http/sheets/sheet.ts'
import { measure } from '../measure/measure.ts'
import type { Parties } from '../measure/processor-time.ts'
import { markdown } from '../measure/tables.ts'

const BATCHES = [1, 10, 100, 1_000]
/** Asking each search takes seconds: some of them, and the rest is in proportion. */
const ASKED_ALONE = 200

/** Matches all distinct searches with the bills of a batch: together, and each by a query of its own. */
export async function measureSearches(
  database: Database,
  readSchema: string,
  parties: Parties,
): Promise<string> {
  const { rows } = await database.query<{ search: SheetSearch }>(
    'SELECT DISTINCT ON (search::text) search FROM alerts.subscription WHERE search IS NOT NULL',
  )
  const searches = rows.map(({ search }) => search)
  const model = createReadModel(database)
  const match = createMatchSearches(model)
  const { rows: bills } = await database.query<{ id: number }>(
    `SELECT id FROM ${readSchema}.bills WHERE present AND NOT deleted ORDER BY hashint8(id + 1) LIMIT $1`,
    [BATCHES.at(-1)],
  )
  await match(searches, [bills[0]!.id])
  const table: (string | number)[][] = []
  for (const size of BATCHES) {
    const ids = bills.slice(0, size).map(({ id }) => id)
    const { measured, result } = await measure(
      parties,
      'together',
      async () => [...(await match(searches, ids)).values()].flat().length,
      { records: 0, events: size },
    )
    const some = searches.slice(0, ASKED_ALONE)
    const { measured: alone } = await measure(
      parties,
      'alone',
      async () => {
        for (const search of some) await readNewestIds(model, { ...filtersOf(search), ids }, ids.length)
      },
      { records: 0, events: size },
    )
    const cpu_ms = measured.time.own_ms + measured.time.postgres_ms
    const alone_ms = ((alone.time.own_ms + alone.time.postgres_ms) * searches.length) / some.length
    table.push([
      size,
      result,
      (measured.wall_s * 1000).toFixed(0),
      cpu_ms.toFixed(0),
      alone_ms.toFixed(0),
      (alone_ms / Math.max(1, cpu_ms)).toFixed(0),
    ])
  }
  return [
    `${searches.length} different searches over the bills of one batch of the log, and each of them asked by a query of its own (measured on ${Math.min(ASKED_ALONE, searches.length)}, in proportion):`,
    markdown(['bills', 'found', 'ms', 'CPU ms', 'one by one: CPU ms', 'times less'], table, 0),
  ].join('\n\n')
}
