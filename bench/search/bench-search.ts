import type { PageRequest } from '../../api/paging/page-select.ts'
import { billScope } from '../../api/read-model/bills/bill-words-scope.ts'
import { readRankedBills } from '../../api/read-model/bills/ranked-bills.ts'
import { readBestRows, type ScoredRow } from '../../api/read-model/ranking/exact-ranking.ts'
import { createReadModel, type ReadModel } from '../../api/read-schema/live-schema.ts'
import { openContext } from '../../cli/context/context.ts'
import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import { searchQuery } from '../../runtime/words/search-query.ts'
import { findParties, type Parties, readProcessorTime, since } from '../measure/processor-time.ts'
import { keepResult } from '../measure/results.ts'
import { markdown } from '../measure/tables.ts'
import { type CorpusStack, withCorpus } from '../service/corpus-stack.ts'
import { askAtRate, askTogether } from './drive.ts'
import { createSearchKinds, type Search, type SearchKind } from './kinds.ts'
import { searchWindows } from './windowed-search.ts'

const CONNECTIONS = 32
const SECONDS = 5
const WARM_UP_SECONDS = 2
const COMPARED = 20
const CHANGED = 2_000
const LIMIT = 50
const PAGE: PageRequest = {
  ...{ limit: LIMIT, bytes: 8_388_608, order: 'word_score', since: undefined, pinned: undefined },
  ...{ after: undefined, include_deleted: false },
}

/** Kinds of searches through the exact ranking, beside the ranking of the newest thousand matches. */
export async function benchSearch(bills: string): Promise<string> {
  const { settings, log } = await openContext({ name: 'bench' })
  const overrides = { database_pool: CONNECTIONS }
  const options = { settings, log, name: 'search', bills, projected: true, overrides }
  return withCorpus(options, async (stack) =>
    keepResult('legislog bench search', await measureSearches(stack)),
  )
}

export async function measureSearches({ settings, read_schema, bills }: CorpusStack): Promise<string> {
  const database = createDatabase(settings, { application_name: 'legislog bench search' })
  try {
    const parties = await findParties(settings)
    const model = createReadModel(database)
    await database.query(`ANALYZE ${read_schema}.bill_words; ANALYZE ${read_schema}.bills`)
    const rows = []
    for (const kind of await createSearchKinds(database, read_schema)) {
      rows.push(await measureKind(model, parties, kind))
    }
    return [
      `${bills} bills; ${CONNECTIONS} connections for ${SECONDS} s in this process, pages of ${LIMIT}, without HTTP. Before: the newest thousand matches, ranked by ts_rank. Waits are those at half the rate. Overlap: of the best ${COMPARED}, compared with all matches ranked without tiers.`,
      markdown(
        ['', 'before/s', 'CPU ms', 'now/s', 'CPU ms', 'p50 ms', 'p99 ms', `overlap@${COMPARED}`, 'before'],
        rows,
      ),
      await measureStorage(database, parties, read_schema),
    ].join('\n\n')
  } finally {
    await database.end()
  }
}

async function measureKind(model: ReadModel, parties: Parties, kind: SearchKind): Promise<string[]> {
  const placed = await Promise.all(kind.searches.map((search) => placedSearch(model, search)))
  const now = placed.map(
    ({ search, page }) =>
      () =>
        searchExactly(model, page, search),
  )
  const before = placed.map(
    ({ search, page }) =>
      () =>
        searchWindows(model, page, search),
  )
  const old = kind.searches[0]?.pages_before === undefined ? await measured(parties, before) : undefined
  const exact = await measured(parties, now)
  const { latencies } = await askAtRate(now, exact.per_s / 2, SECONDS)
  let [found, foundBefore, all] = [0, 0, 0]
  for (const { search, page } of placed) {
    const whole = (await searchWhole(model, page, search)).slice(0, COMPARED)
    const best = new Set((await searchExactly(model, page, search)).slice(0, COMPARED))
    const newest = new Set((await searchWindows(model, page, search)).slice(0, COMPARED))
    found += whole.filter((id) => best.has(id)).length
    foundBefore += whole.filter((id) => newest.has(id)).length
    all += whole.length
  }
  const percent = (count: number) => (all === 0 ? '' : `${((100 * count) / all).toFixed(0)} %`)
  return [
    kind.name,
    ...(old === undefined ? ['', ''] : [old.per_s.toFixed(0), old.cpu_ms.toFixed(1)]),
    exact.per_s.toFixed(0),
    exact.cpu_ms.toFixed(1),
    latencies.at(0.5).toFixed(1),
    latencies.at(0.99).toFixed(1),
    percent(found),
    old === undefined ? '' : percent(foundBefore),
  ]
}

async function measured(parties: Parties, asks: readonly (() => Promise<unknown>)[]) {
  await askTogether(asks, CONNECTIONS, WARM_UP_SECONDS)
  const before = readProcessorTime(parties)
  const { per_s, count } = await askTogether(asks, CONNECTIONS, SECONDS)
  const { own_ms, postgres_ms } = since(before, readProcessorTime(parties))
  return { per_s, cpu_ms: (own_ms + postgres_ms) / Math.max(1, count) }
}

/** Reads the pages before the measured one. */
async function placedSearch(
  model: ReadModel,
  search: Search,
): Promise<{ search: Search; page: PageRequest }> {
  let page = PAGE
  for (let count = search.pages_before ?? 0; count > 0; count--) {
    const { rows, is_full } = await readScored(model, page, search)
    const last = rows[LIMIT - 1]
    if (!is_full || last === undefined) break
    page = { ...page, after: [last.count_number, last.score, last.day, last.id] }
  }
  return { search, page }
}

async function searchExactly(model: ReadModel, page: PageRequest, { q, filters }: Search): Promise<number[]> {
  const { rows } = await readRankedBills(model, page, { ...filters, q })
  return rows.map(({ id }) => id)
}

const searchWhole = async (model: ReadModel, page: PageRequest, search: Search): Promise<number[]> =>
  (await readScored(model, page, search, Number.POSITIVE_INFINITY)).rows.map(({ id }) => id)

function readScored(model: ReadModel, page: PageRequest, { q, filters }: Search, rankedWhole?: number) {
  const search = {
    query: searchQuery(q),
    ...billScope({ ...filters, q }),
    shown: ({ schema }: { readonly schema: string }) => ({
      columns: `r.id, '{}' AS item, w.title, w.identifiers, w.subjects, w.abstracts`,
      joins: `JOIN ${schema}.bill_words w ON w.id = r.id`,
    }),
  }
  return readBestRows<ScoredRow>(model, page, search, rankedWhole)
}

/** Sizes, and what a changed bill costs. */
async function measureStorage(database: Database, parties: Parties, readSchema: string): Promise<string> {
  const { rows: sizes } = await database.query<{ index_mb: number; table_mb: number }>(
    `SELECT pg_relation_size('${readSchema}.bill_words_words_idx') / 1e6 AS index_mb,
       pg_table_size('${readSchema}.bill_words') / 1e6 AS table_mb`,
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
  const { index_mb, table_mb } = sizes[0]!
  return `Index of words: ${Number(index_mb).toFixed(0)} MB, table: ${Number(table_mb).toFixed(0)} MB. A changed bill: ${((postgres_ms * 1_000) / CHANGED).toFixed(0)} µs of Postgres, ${(bytes / CHANGED / 1e3).toFixed(1)} KB of WAL.`
}
