import { intervalOf } from '../../../fetch/feed-interval.ts'
import type { ArchivedDocument, Feed, Fetching } from '../../../source-interface/feed.ts'
import { asFields, type Fields } from '../../records/fields.ts'
import { countsOf, type Dataset, type Listed, readDatasets, readMasterList, rollCallsOf } from './listings.ts'
import { createQueries, type Queries, shareOfRun } from './queries.ts'
import { readStoredDataset, type StoredDataset } from './stored-dataset.ts'

/** LegiScan itself checks the legislatures every four hours. */
const INTERVAL_S = 6 * 60 * 60

/**
 * Reads the LegiScan API, pull interface (https://legiscan.com/gaits/documentation/legiscan). For each current
 * session it reads the data set once, and then the bills whose `change_hash` in the master list differs from the
 * archive. Past sessions do not change: load their data sets as files.
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
  const perMonth = Number(setting('LEGISCAN_QUERIES_PER_MONTH'))
  const ingestIntervals = setting('INGEST_INTERVALS') as readonly string[]
  const interval_s =
    intervalOf({ ingest_intervals: ingestIntervals }, { name: 'legiscan', feed: legiscanFeed }) ?? INTERVAL_S
  const queries = createQueries(fetching, shareOfRun(perMonth, interval_s))
  const wanted = new Set(
    (setting('LEGISCAN_STATES') as readonly string[]).map((place) => place.toLowerCase()),
  )
  const list = await queries.ask('getDatasetList', {}, { conditional: false, is_required: true })
  if (list === null) return
  const goingOn = readDatasets(list.body).filter(
    ({ place, year_end, is_over }) =>
      !is_over && year_end >= Number(started_at.slice(0, 4)) && (wanted.size === 0 || wanted.has(place)),
  )
  for (const dataset of turned(goingOn, started_at)) {
    if (queries.left() < 2) {
      log.warn(
        { per_month: perMonth },
        "this run's share of the queries is used up: the rest comes with the next one",
      )
      return
    }
    yield* fetchSession(fetching, queries, dataset)
  }
}

/** Starts with a different session each time, so that a small budget reaches all of them. */
function turned(datasets: readonly Dataset[], startedAt: string): Dataset[] {
  const ordered = datasets.toSorted((a, b) => Number(a.session_id) - Number(b.session_id))
  const run = Math.floor(Date.parse(startedAt) / 1000 / INTERVAL_S)
  const first = ordered.length === 0 ? 0 : run % ordered.length
  return [...ordered.slice(first), ...ordered.slice(0, first)]
}

async function* fetchSession(
  fetching: Fetching,
  queries: Queries,
  dataset: Dataset,
): AsyncGenerator<ArchivedDocument> {
  let loaded = await fetching.archived(queries.urlOf('getDatasetRaw', setOf(dataset)))
  // Each weekly set is read whole, because it also has changes that a master list does not show, such as a roll call
  // with corrected voters.
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
  const stored = await readStoredDataset(loaded)
  yield* fetchBills(fetching, queries, stored, readMasterList(list.body), dataset.session_id)
}

const setOf = ({ session_id, access_key }: Dataset) => ({ id: session_id, access_key, format: 'json' })

/** LegiScan's name of the zip, from which the parser reads the day of the set. */
function nameOf({ place, session_id, dataset_date, dataset_hash }: Dataset): string {
  return `${place.toUpperCase()}_${session_id}_JSON_${dataset_date.replaceAll('-', '')}_${dataset_hash}.zip`
}

async function* fetchBills(
  fetching: Fetching,
  queries: Queries,
  stored: StoredDataset,
  listed: readonly Listed[],
  sessionId: string,
): AsyncGenerator<ArchivedDocument> {
  let knowsPeople = false
  for (const { bill_id, change_hash } of listed) {
    if ((await storedHash(fetching, queries, stored, bill_id)) === change_hash) continue
    if (queries.left() < 1) return
    const bill = await queries.ask('getBill', { id: bill_id })
    if (bill === null) continue
    const rollCalls: ArchivedDocument[] = []
    for (const { roll_call_id, counts } of rollCallsOf(billIn(bill.body))) {
      if ((await storedCounts(fetching, queries, stored, roll_call_id)) === counts) continue
      if (queries.left() < 2) return
      const answer = await queries.ask('getRollCall', { id: roll_call_id })
      if (answer !== null) rollCalls.push(answer.document)
    }
    // The parser knows only the people of this run, so they are requested again.
    if (rollCalls.length > 0 && !knowsPeople) {
      const people = await queries.ask('getSessionPeople', { id: sessionId }, { now: fetching.started_at })
      if (people !== null) yield people.document
      knowsPeople = true
    }
    // The bill is given only after its roll calls, because a bill that was read is not requested again.
    yield bill.document
    yield* rollCalls
  }
}

const billIn = (body: Buffer): Fields => asFields(answerIn(body).bill, 'bill')
const answerIn = (body: Buffer): Fields => asFields(JSON.parse(body.toString('utf8')), 'the answer')

/** The hash of the last answer about a bill if that is newer than the set; if not, the hash in the set. */
async function storedHash(
  { archived }: Fetching,
  queries: Queries,
  stored: StoredDataset,
  billId: string,
): Promise<string | undefined> {
  const last = await archived(queries.urlOf('getBill', { id: billId }))
  if (last === null || Date.parse(last.fetched_at) < stored.made_at) return stored.bills.get(billId)
  return String(billIn(await last.load()).change_hash)
}

async function storedCounts(
  { archived }: Fetching,
  queries: Queries,
  stored: StoredDataset,
  rollCallId: string,
): Promise<string | undefined> {
  const last = await archived(queries.urlOf('getRollCall', { id: rollCallId }))
  if (last === null || Date.parse(last.fetched_at) < stored.made_at) return stored.roll_calls.get(rollCallId)
  return countsOf(asFields(answerIn(await last.load()).roll_call, 'roll_call'))
}
