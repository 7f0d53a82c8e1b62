import { DAY_MS } from '../../runtime/durations.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import { impactsOf } from '../../runtime/ranking/impacts.ts'
import { type BillDocument, NO_DAY } from '../../runtime/search-cluster/bill-index.ts'
import { wordStream } from '../../runtime/search-cluster/word-stream.ts'
import { SearchVector } from '../../runtime/words/search-vector.ts'
import type { BillCore, Version } from '../../schemas/event-bodies/bill.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { enteredOn, keywordsOf, searchedBill } from '../projectors/content/bill-content.ts'

/** `replace`: the document has nothing else. `merge`: other fields stay. */
export type DocumentChange = {
  readonly id: number
  readonly how: 'replace' | 'merge'
  readonly fields: Partial<BillDocument>
}

const INDEXED_CHARACTERS = 1_000_000

/** What an event changes in the document of its bill; undefined if nothing. Events of a bill come in their order. */
export async function documentChange(
  event: LogEvent,
  objects: ObjectStore,
): Promise<DocumentChange | undefined> {
  switch (event.type) {
    case 'bill.introduced':
    case 'bill.updated':
      return { id: event.body.id, how: 'merge', fields: coreFields(event.body.id, event.body.core) }
    case 'bill.status_changed':
      return { id: event.body.id, how: 'merge', fields: { status: event.body.to } }
    case 'bill.versions_changed':
      return { id: event.body.id, how: 'merge', fields: await textFields(event.body.versions, objects) }
    case 'bill.merged':
    case 'bill.removed':
      // If it comes back, it starts from nothing.
      return { id: event.body.id, how: 'replace', fields: { id: event.body.id, deleted: true } }
    default:
      return undefined
  }
}

function coreFields(id: number, core: BillCore): Partial<BillDocument> {
  const keywords = keywordsOf(core)
  const { texts, vector, factor } = searchedBill(core, keywords)
  const day = enteredOn(core)
  const lines = [
    texts.title,
    ...texts.identifiers.split('\n'),
    ...texts.subjects.split('\n'),
    texts.abstracts,
  ]
  return {
    id,
    deleted: false,
    jurisdiction: core.jurisdiction,
    session: core.session,
    chamber: core.chamber,
    keywords,
    day: day === null ? NO_DAY : Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS),
    words: wordStream(lines),
    impacts: [Object.fromEntries(impactsOf(vector.counts(), { kind: 'bill', factor }))],
  }
}

const NO_TEXT = { text_words: null, text_impacts: [{}] } as const

/** The latest version whose text can be read, as a search in Postgres takes it. */
async function textFields(
  versions: readonly Version[],
  objects: ObjectStore,
): Promise<Partial<BillDocument>> {
  const latestFirst = versions
    .map((version, place) => ({ version, place, day: dayOf(version.date) ?? '' }))
    .sort((a, b) => (a.day === b.day ? b.place - a.place : a.day < b.day ? 1 : -1))
  for (const { version } of latestFirst) {
    const sha256 = version.text?.extracted?.sha256
    const bytes = sha256 === undefined ? null : await objects.get(sha256)
    if (bytes === null) continue
    const text = bytes.toString('utf8').slice(0, INDEXED_CHARACTERS)
    const vector = new SearchVector()
    vector.add(text)
    return {
      text_words: wordStream([text]),
      text_impacts: [Object.fromEntries(impactsOf(vector.counts(), { kind: 'text', factor: 1 }))],
    }
  }
  return NO_TEXT
}
