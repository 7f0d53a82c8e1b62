import { LegislogError } from '../../../../schemas/errors.ts'
import { findJurisdiction } from '../../../../schemas/vocabulary/jurisdictions.ts'
import type { SourceItem } from '../../../source-interface/source.ts'
import { type Fields, invalid, looseText } from '../../records/fields.ts'
import { rejectionOf } from '../../records/rejections.ts'
import { type BrokenRow, fieldsOfRow, indexTable, openTable, type TableIndex } from '../../records/table.ts'
import { sessionOfSet } from '../fields/dataset-session.ts'
import { idOf } from '../fields/values.ts'
import { type LegiscanBill, mapBill } from '../map/map-bill.ts'
import { billOfVote, mapVote } from '../map/map-vote.ts'
import { type ObservedSessions, observeSessionOnce } from '../map/observed-sessions.ts'
import type { People } from '../map/people.ts'

/** Tables of a CSV data set with the columns that they are joined by. `votes` come by roll call, all others by bill. */
export const tableKeys = {
  bills: 'bill_id',
  people: 'people_id',
  history: 'bill_id',
  sponsors: 'bill_id',
  documents: 'bill_id',
  rollcalls: 'bill_id',
  votes: 'roll_call_id',
} as const
export type TableName = keyof typeof tableKeys

export type TableFile = { readonly name: string; readonly bytes: Buffer }
export type TableSet = {
  readonly observed_at: string
  readonly files: ReadonlyMap<TableName, TableFile>
}

const SCHEMA_RANK = 1

/**
 * Reads one CSV data set: bills with their rows of the other tables, in the fields of `getBill`, and their
 * roll calls. If the set lacks a table, it says nothing about that part. Only the tables' bytes and row
 * offsets are in memory.
 */
export async function* readTables(
  set: TableSet,
  people: People,
  frames: ObservedSessions,
): AsyncGenerator<SourceItem> {
  const billsFile = set.files.get('bills')
  if (billsFile === undefined) {
    for (const file of set.files.values()) {
      const kept = { ...file, bytes: file.bytes.subarray(0, KEPT_BYTES) }
      yield rejectionOf(kept, new LegislogError('record_invalid', 'there is no bills.csv beside it'), null)
    }
    return
  }
  const broken: BrokenRow[] = []
  let indexes: Partial<Record<TableName, TableIndex>> = {}
  const peopleRows = new Map<string, Fields>()
  for (const [name, file] of set.files) {
    try {
      const table = openTable(file.name, file.bytes, [tableKeys[name]])
      if (name !== 'bills')
        indexes[name] = await indexTable(table, tableKeys[name], (row) => broken.push(row))
    } catch (error) {
      yield rejectionOf({ ...file, bytes: file.bytes.subarray(0, KEPT_BYTES) }, error, null)
      if (name === 'bills') return
    }
  }
  for (const { id, bytes } of indexes.people?.left() ?? []) {
    const [row] = indexes.people!.take(id)
    try {
      people.learn(row!)
      peopleRows.set(id, row!)
    } catch (error) {
      yield rejectionOf({ name: indexes.people!.table.name, bytes }, error, null)
    }
  }
  let jurisdiction: string | null = null
  let readUpTo = 0
  const bills = openTable(billsFile.name, billsFile.bytes, [tableKeys.bills])
  try {
    for await (const { cells, from, to, line } of bills.rows()) {
      readUpTo = to
      const record = { name: `${bills.name}#${line}`, bytes: bills.bytes.subarray(from, to) }
      try {
        const fields = billOf(fieldsOfRow(bills, cells), indexes, peopleRows, bills.name)
        const bill = mapBill(fields, set.observed_at, SCHEMA_RANK, record.name)
        jurisdiction = bill.observation.jurisdiction
        yield* observeSessionOnce(frames, bill)
        yield { kind: 'observed', group: [bill.observation] }
        for (const rollCall of indexes.rollcalls?.take(bill.bill_id) ?? []) {
          yield rollCallOf(rollCall, fields, bill, indexes, people, set.observed_at)
        }
      } catch (error) {
        yield rejectionOf({ ...record, bytes: bills.withHeader(record.bytes) }, error, jurisdiction)
      }
    }
  } catch (error) {
    // Bills after the fault are unknown, so rows of other tables are not reported as orphans.
    const rest = bills.bytes.subarray(readUpTo, readUpTo + KEPT_BYTES)
    yield rejectionOf({ name: bills.name, bytes: rest }, error, jurisdiction)
    indexes = {}
  }
  for (const { name, bytes, error } of broken) yield rejectionOf({ name, bytes }, error, jurisdiction)
  yield* orphans(indexes, jurisdiction)
}

const KEPT_BYTES = 64 * 1024

type Indexes = Partial<Record<TableName, TableIndex>>

/**
 * Gives the row of a bill in the fields of `getBill`. A list with an unreadable row is left out, because an
 * incomplete list would remove items.
 */
function billOf(row: Fields, indexes: Indexes, people: ReadonlyMap<string, Fields>, table: string): Fields {
  const billId = idOf(row, 'bill_id')
  const page = /legiscan\.com\/([A-Z]{2})\/bill\/[^/]+\/(\d{4})(?:\/([A-Z]\d*))?/u.exec(looseText(row, 'url'))
  if (page === null || findJurisdiction(page[1]!) === undefined)
    throw invalid(
      'url',
      row.url,
      "an address of LegiScan's page of a bill, which names the state and the year",
    )
  const listOf = (name: 'history' | 'sponsors' | 'documents') => {
    const rows = indexes[name]?.take(billId)
    return indexes[name]?.isBroken(billId) === true ? undefined : rows
  }
  const [history, sponsors, papers] = [
    listOf('history'),
    listOf('sponsors'),
    listOf('documents')?.map(paperOf),
  ]
  return {
    ...row,
    state: page[1],
    session: sessionOfSet(table, Number(page[2]), page[3] ?? ''),
    ...(history && { history: inOrder(history, 'sequence') }),
    ...(sponsors && {
      sponsors: inOrder(sponsors, 'position').map((sponsor) => ({
        ...people.get(looseText(sponsor, 'people_id')),
        people_id: sponsor.people_id,
        sponsor_order: sponsor.position,
      })),
    }),
    ...(papers && {
      texts: papers.filter(({ kind }) => kind === 'text'),
      supplements: papers.filter(({ kind }) => kind === 'supplement'),
      amendments: papers.filter(({ kind }) => kind === 'amendment'),
    }),
  }
}

function paperOf(row: Fields): Fields {
  const { document_type, document_mime, document_desc, url, state_link } = row
  const words = document_type === 'amendment' ? { title: document_desc } : { type: document_desc }
  return { kind: document_type, mime: document_mime, url, state_link, ...words }
}

function inOrder(rows: readonly Fields[], column: string): Fields[] {
  return rows.toSorted((a, b) => Number(a[column]) - Number(b[column]))
}

function rollCallOf(
  row: Fields,
  billFields: Fields,
  bill: LegiscanBill,
  { rollcalls, votes }: Indexes,
  people: People,
  observedAt: string,
): SourceItem {
  const record = `${rollcalls!.table.name}#roll_call_id=${looseText(row, 'roll_call_id')}`
  try {
    const id = looseText(row, 'roll_call_id')
    const rows = votes?.take(id)
    if (votes?.isBroken(id) === true)
      throw new LegislogError(
        'record_invalid',
        `roll_call_id is ${id}, and a row of its votes cannot be read`,
      )
    const cast = rows?.map(({ people_id, vote, vote_desc }) => ({
      people_id,
      vote_id: vote,
      vote_text: vote_desc,
    }))
    const fields = { ...row, ...(cast && { votes: cast }) }
    const context = { people, summary: null, observed_at: observedAt, schema_rank: SCHEMA_RANK, record }
    return { kind: 'observed', group: [mapVote(fields, billOfVote(bill, billFields), context)] }
  } catch (error) {
    const bytes = Buffer.from(JSON.stringify(row))
    return rejectionOf({ name: record, bytes }, error, bill.jurisdiction.division_id)
  }
}

/** Rejects rows whose bill or roll call is missing. Rows that belong together are one rejection. */
function* orphans(indexes: Indexes, jurisdiction: string | null): Generator<SourceItem> {
  for (const name of ['history', 'sponsors', 'documents', 'rollcalls', 'votes'] as const) {
    const index = indexes[name]
    const column = tableKeys[name]
    for (const { id, rows, bytes } of index?.left() ?? []) {
      const missing = name === 'votes' ? 'rollcalls.csv' : 'bills.csv'
      const error = new LegislogError(
        'record_invalid',
        `${column} is ${id} in ${rows} rows, and no such row of ${missing} was read`,
      )
      const record = {
        name: `${index!.table.name}#${column}=${id}`,
        bytes: index!.table.withHeader(bytes).subarray(0, KEPT_BYTES),
      }
      yield rejectionOf(record, error, jurisdiction)
    }
  }
}
