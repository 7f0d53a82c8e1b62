import { readDocument, readFiles } from '../../files/file-input.ts'
import type { InputRecord, ReadRecord } from '../../files/records.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { listOf } from '../records/fields.ts'
import { parseJson, rejectedUnreadable, rejectionOf, textOfRecord } from '../records/rejections.ts'
import { legiscanFeed } from './feed/feed.ts'
import { readAnswer } from './fields/answers.ts'
import { parseObservedAt } from './fields/observed-at.ts'
import { mapBill } from './map/map-bill.ts'
import { type ObservedSessions, observeSessionOnce } from './map/observed-sessions.ts'
import { createPeople, type People } from './map/people.ts'
import { createRollCalls, type RollCalls } from './map/roll-calls.ts'
import { readTables, type TableFile, type TableName, tableKeys } from './tables/read-tables.ts'

/** LegiScan: answers of its API, its weekly data sets as JSON and as CSV, zipped or not. */
export const legiscan: Source = {
  name: 'legiscan',
  mapper_version: 3,
  read,
  feed: legiscanFeed,
}

/** The API has more fields than the CSV sets: at equal times it wins. */
const SCHEMA_RANK = 2

type Reading = {
  readonly input: FileInput
  readonly people: People
  readonly observed_sessions: ObservedSessions
  readonly roll_calls: RollCalls
  session: string
  /** Tables of the CSV set that is being read, and their folder. */
  set: {
    readonly folder: string
    readonly observed_at: string
    readonly files: Map<TableName, TableFile>
  } | null
}

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const people = createPeople()
  const rollCalls = createRollCalls(people)
  const reading: Reading = {
    input,
    people,
    observed_sessions: new Set(),
    roll_calls: rollCalls,
    session: '',
    set: null,
  }
  yield* readRecords(readFiles(input), reading)
  yield* endSet(reading)
  yield* rollCalls.rest()
}

async function* readRecords(
  records: AsyncIterable<InputRecord>,
  reading: Reading,
): AsyncGenerator<SourceItem> {
  for await (const record of records) {
    const table = tableOf(record.name)
    if (table === undefined || table.folder !== reading.set?.folder) yield* endSet(reading)
    if (record.kind === 'unreadable') yield rejectedUnreadable(record, null)
    else if (table !== undefined) {
      const { fetched_at, name, bytes } = record
      const observedAt = parseObservedAt(name, fetched_at, reading.input.started_at)
      reading.set ??= { folder: table.folder, observed_at: observedAt, files: new Map() }
      reading.set.files.set(table.name, { name, bytes })
    } else if (/\.(?:nd)?json(?:l)?(?:#\d+)?$/iu.test(record.name)) yield* readJson(record, reading)
    else reading.input.passed_over?.(record.name, 'no answer of LegiScan and no table of its data sets')
  }
}

function tableOf(path: string): { readonly folder: string; readonly name: TableName } | undefined {
  const match = /^(?:(.*)\/)?([a-z]+)\.csv$/iu.exec(path)
  const name = match?.[2]?.toLowerCase()
  return name !== undefined && name in tableKeys
    ? { folder: match?.[1] ?? '', name: name as TableName }
    : undefined
}

async function* endSet(reading: Reading): AsyncGenerator<SourceItem> {
  const { set, people, observed_sessions: frames } = reading
  reading.set = null
  if (set !== null) yield* readTables(set, people, frames)
}

/** An answer, or a list of whole answers. */
async function* readJson(record: ReadRecord, reading: Reading): AsyncGenerator<SourceItem> {
  let value: unknown
  try {
    value = parseJson(textOfRecord(record.bytes))
  } catch (error) {
    yield rejectionOf(record, error, null)
    return
  }
  if (!Array.isArray(value)) return yield* readOne(value, record, reading)
  for (const [index, item] of value.entries()) {
    const bytes = Buffer.from(JSON.stringify(item))
    yield* readOne(item, { ...record, name: `${record.name}#${index + 1}`, bytes }, reading)
  }
}

async function* readOne(value: unknown, record: ReadRecord, reading: Reading): AsyncGenerator<SourceItem> {
  const { input, people, observed_sessions: frames, roll_calls } = reading
  const { name, bytes, fetched_at } = record
  const observedAt = parseObservedAt(name, fetched_at, input.started_at)
  try {
    const answer = readAnswer(value)
    switch (answer.kind) {
      case 'bill': {
        const bill = mapBill(answer.fields, observedAt, SCHEMA_RANK, name)
        for (const sponsor of listOf(answer.fields, 'sponsors')) people.learn(sponsor)
        const session = `${bill.jurisdiction.abbreviation} ${bill.session.identifier}`
        if (session !== reading.session && roll_calls.is_full()) yield* roll_calls.rest()
        reading.session = session
        roll_calls.addBill(bill, answer.fields, { observed_at: observedAt, schema_rank: SCHEMA_RANK, name })
        yield* observeSessionOnce(frames, bill)
        yield { kind: 'observed', group: [bill.observation] }
        return
      }
      case 'roll_call':
        yield* roll_calls.addRollCall({
          fields: answer.fields,
          observed_at: observedAt,
          schema_rank: SCHEMA_RANK,
          name,
          bytes,
        })
        return
      case 'people':
        for (const person of answer.people) people.learn(person)
        input.passed_over?.(name, 'people: they name sponsors and voters and are no entities')
        return
      case 'dataset': {
        const zip = Buffer.from(answer.zip, 'base64')
        const document = {
          name: `${name}/dataset.zip`,
          url: '',
          fetched_at: observedAt,
          sha256: '',
          load: async () => zip,
        }
        yield* readRecords(readDocument(document, input.passed_over, input), reading)
        yield* endSet(reading)
        return
      }
      case 'other':
        input.passed_over?.(name, answer.why)
    }
  } catch (error) {
    yield rejectionOf({ name, bytes }, error, null)
  }
}
