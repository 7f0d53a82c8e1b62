import type { ArchivedDocument, Feed, Fetching } from '../../fetch/feed.ts'
import { intervalOf } from '../../schedule/feed-interval.ts'
import { asFields, type Fields } from '../fields.ts'
import { type HeldSet, readHeldSet } from './held-set.ts'
import { countsOf, type Dataset, type Listed, readDatasets, readMasterList, rollCallsOf } from './listings.ts'
import { createQueries, type Queries, shareOfRun } from './queries.ts'

/** LegiScan itself looks at the legislatures every four hours. */
const INTERVAL_S = 6 * 60 * 60

/**
 * The LegiScan API, pull interface (https://legiscan.com/gaits/documentation/legiscan): of each session that goes on its
 * data set once, and then what its master list shows to have another `change_hash` than what lies in the archive. Past
 * sessions do not change: their data sets are loaded as files.
 */
export const legiscanFeed: Feed = {
  address: 'https://api.legiscan.com',
  address_setting: 'LEGISCAN_URL',
  key: { setting: 'LEGISCAN_API_KEY', send: 'query', name: 'key' },
  requests_per_minute: 30,
  interval_s: INTERVAL_S,
  fetch: fetchSessions,
}

async function* fetchSessions(fetching: Fetching): AsyncGenerator<ArchivedDocument> {
  const { started_at, setting, log } = fetching
  const per_month = Number(setting('LEGISCAN_QUERIES_PER_MONTH'))
  const ingest_intervals = setting('INGEST_INTERVALS') as readonly string[]
  const interval_s = intervalOf({ ingest_intervals }, { name: 'legiscan', feed: legiscanFeed }) ?? INTERVAL_S
  const queries = createQueries(fetching, shareOfRun(per_month, interval_s))
  const wanted = new Set(
    (setting('LEGISCAN_STATES') as readonly string[]).map((place) => place.toLowerCase()),
  )
  const list = await queries.ask('getDatasetList', {}, { conditional: false, is_required: true })
  if (list === null) return
  const going_on = readDatasets(list.body).filter(
    ({ place, year_end, is_over }) =>
      !is_over && year_end >= Number(started_at.slice(0, 4)) && (wanted.size === 0 || wanted.has(place)),
  )
  for (const dataset of turned(going_on, started_at)) {
    if (queries.left() < 2) {
      log.warn({ per_month }, "this run's share of the queries is used up: the rest comes with the next one")
      return
    }
    yield* fetchSession(fetching, queries, dataset)
  }
}

/** Another session is the first each time, so that a small budget reaches all of them. */
function turned(datasets: readonly Dataset[], started_at: string): Dataset[] {
  const ordered = datasets.toSorted((a, b) => Number(a.session_id) - Number(b.session_id))
  const run = Math.floor(Date.parse(started_at) / 1000 / INTERVAL_S)
  const first = ordered.length === 0 ? 0 : run % ordered.length
  return [...ordered.slice(first), ...ordered.slice(0, first)]
}

async function* fetchSession(
  fetching: Fetching,
  queries: Queries,
  dataset: Dataset,
): AsyncGenerator<ArchivedDocument> {
  let loaded = await fetching.archived(queries.urlOf('getDatasetRaw', setOf(dataset)))
  // Every week's is read whole: it also holds what a master list does not show, a roll call whose voters were corrected.
  if (loaded === null || !loaded.name.includes(dataset.dataset_hash)) {
    const answer = await queries.ask('getDatasetRaw', setOf(dataset), {
      name: nameOf(dataset),
      expects: 'zip',
    })
    if (answer !== null) yield answer.document
    loaded = answer?.document ?? loaded
  }
  const list = await queries.ask('getMasterListRaw', { id: dataset.session_id }, { conditional: false })
  if (list === null) return
  const held = await readHeldSet(loaded)
  yield* fetchBills(fetching, queries, held, readMasterList(list.body), dataset.session_id)
}

const setOf = ({ session_id, access_key }: Dataset) => ({ id: session_id, access_key, format: 'json' })

/** As LegiScan names its zips: the parser reads the day of the set in it. */
function nameOf({ place, session_id, dataset_date, dataset_hash }: Dataset): string {
  return `${place.toUpperCase()}_${session_id}_JSON_${dataset_date.replaceAll('-', '')}_${dataset_hash}.zip`
}

async function* fetchBills(
  fetching: Fetching,
  queries: Queries,
  held: HeldSet,
  listed: readonly Listed[],
  session_id: string,
): AsyncGenerator<ArchivedDocument> {
  let knows_people = false
  for (const { bill_id, change_hash } of listed) {
    if ((await heldHash(fetching, queries, held, bill_id)) === change_hash) continue
    if (queries.left() < 1) return
    const bill = await queries.ask('getBill', { id: bill_id })
    if (bill === null) continue
    const roll_calls: ArchivedDocument[] = []
    for (const { roll_call_id, counts } of rollCallsOf(billIn(bill.body))) {
      if ((await heldCounts(fetching, queries, held, roll_call_id)) === counts) continue
      if (queries.left() < 2) return
      const answer = await queries.ask('getRollCall', { id: roll_call_id })
      if (answer !== null) roll_calls.push(answer.document)
    }
    // The parser names voters by what it reads in this run: asked for anew, so that it is given again.
    if (roll_calls.length > 0 && !knows_people) {
      const people = await queries.ask('getSessionPeople', { id: session_id }, { now: fetching.started_at })
      if (people !== null) yield people.document
      knows_people = true
    }
    // Only with its roll calls: a bill that was read is not asked for again.
    yield bill.document
    yield* roll_calls
  }
}

const billIn = (body: Buffer): Fields => asFields(answerIn(body).bill, 'bill')
const answerIn = (body: Buffer): Fields => asFields(JSON.parse(body.toString('utf8')), 'the answer')

/** The hash of the last answer about a bill, where that is newer than the set; else what the set says. */
async function heldHash(
  { archived }: Fetching,
  queries: Queries,
  held: HeldSet,
  bill_id: string,
): Promise<string | undefined> {
  const last = await archived(queries.urlOf('getBill', { id: bill_id }))
  if (last === null || Date.parse(last.fetched_at) < held.made_at) return held.bills.get(bill_id)
  return String(billIn(await last.load()).change_hash)
}

async function heldCounts(
  { archived }: Fetching,
  queries: Queries,
  held: HeldSet,
  roll_call_id: string,
): Promise<string | undefined> {
  const last = await archived(queries.urlOf('getRollCall', { id: roll_call_id }))
  if (last === null || Date.parse(last.fetched_at) < held.made_at) return held.roll_calls.get(roll_call_id)
  return countsOf(asFields(answerIn(await last.load()).roll_call, 'roll_call'))
}
