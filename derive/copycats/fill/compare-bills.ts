import { type Database, inTransaction, type Queryable } from '../../../runtime/postgres/postgres.ts'
import { isOfThisResult } from '../../bills/failed-results.ts'
import { currentTextOf } from '../../summary/bill-source.ts'
import type { TextReference } from '../../text/version-text.ts'
import { type ComparedText, comparePairs, compareTexts, type TextLibrary } from '../passages/compare-texts.ts'
import { modelFamilies } from '../passages/model-families.ts'
import {
  type ComparedBill,
  findCandidates,
  NOT_COMPARED,
  readCompared,
  setBasis,
  writeCompared,
} from '../store/compared-bills.ts'
import { replaceShared, type SharedRow } from '../store/shared-texts.ts'
import { sampleShingles } from '../words/sample-shingles.ts'
import type { ReadComparedText } from './read-compared-text.ts'

/** What bills are compared with, and on what basis. */
export type Comparison = {
  readonly basis: string
  readonly models: TextLibrary
  readonly weightOf: (word: number) => number
  readonly read: ReadComparedText
}

/**
 * Compares the current texts of these bills with all models and with all bills that were compared before, and writes what
 * they share. Bills that were compared on this basis with the same text are left out. The texts are compared between two
 * transactions: the first one adds the bills to the index, and the second one writes the results, with what `finish`
 * writes. Between them, the bills count as not compared.
 */
export async function compareBills(
  database: Database,
  { basis, models, weightOf, read }: Comparison,
  batch: { read_schema: string; ids: readonly number[]; signal: AbortSignal },
  finish: (client: Queryable) => Promise<void>,
): Promise<void> {
  const { read_schema, ids, signal } = batch
  const before = await readCompared(database, ids)
  const current = await readCurrentTexts(database, read_schema, ids)
  const changed = current.filter(({ bill_id, text }) => {
    const known = before.get(bill_id)
    return known?.basis !== basis || known.failure !== null || nameOf(known.text) !== nameOf(text)
  })
  if (changed.length === 0) return inTransaction(database, finish)
  const bills: ReadBill[] = []
  for (const one of changed) bills.push(await readBill(one, read))
  const bill_ids = bills.map(({ row }) => row.bill_id)
  await inTransaction(database, async (client) => {
    await writeCompared(
      client,
      bills.map(({ row }) => row),
    )
    await replaceShared(client, bill_ids, [])
  })
  const found = new Map<string, SharedRow>()
  for (const { row, content } of bills) {
    if (content === null) continue
    signal.throwIfAborted()
    const others = await readCandidates(database, row, read)
    const rows = [...modelRows(content, models, weightOf), ...billRows(content, others, weightOf)]
    for (const one of rows) found.set(`${one.bill_id} ${one.source} ${one.other_id}`, one)
  }
  await inTransaction(database, async (client) => {
    await replaceShared(client, bill_ids, [...found.values()])
    await setBasis(client, bill_ids, basis)
    await finish(client)
  })
}

type CurrentText = { readonly bill_id: number; readonly text: TextReference | null }
type ReadBill = { readonly row: ComparedBill; readonly content: ComparedText | null }

const nameOf = (text: TextReference | null): string =>
  text === null ? '' : `${text.extracted_sha256} ${text.media_type}`

async function readCurrentTexts(
  client: Queryable,
  schema: string,
  ids: readonly number[],
): Promise<CurrentText[]> {
  const { rows } = await client.query<{ id: number; is_shown: boolean; current_text: string | null }>(
    `SELECT b.id, b.present AND NOT b.deleted AS is_shown, ${currentTextOf(schema, 'b')} AS current_text
     FROM ${schema}.bills b WHERE b.id = ANY ($1::bigint[]) ORDER BY b.id`,
    [ids],
  )
  return rows.map(({ id, is_shown, current_text }) => ({
    bill_id: id,
    text: is_shown && current_text !== null ? referenceOf(current_text) : null,
  }))
}

function referenceOf(json: string): TextReference {
  const { extracted_sha256, marked_sha256, media_type } = JSON.parse(json) as TextReference
  return { extracted_sha256, marked_sha256, media_type }
}

/** A text that cannot be read is noted, and the other bills continue. */
async function readBill({ bill_id, text }: CurrentText, read: ReadComparedText): Promise<ReadBill> {
  const row = { bill_id, text, basis: NOT_COMPARED, shingles: [], failure: null }
  if (text === null) return { row, content: null }
  try {
    const content = await read(bill_id, text)
    return { row: { ...row, shingles: sampleShingles(content.words.ids, content.common) }, content }
  } catch (error) {
    if (!isOfThisResult(error)) throw error
    return { row: { ...row, text: null, failure: (error as Error).message }, content: null }
  }
}

async function readCandidates(
  client: Queryable,
  row: ComparedBill,
  read: ReadComparedText,
): Promise<ComparedText[]> {
  const texts: ComparedText[] = []
  for (const { bill_id, text } of await findCandidates(client, row)) {
    try {
      texts.push(await read(bill_id, text))
    } catch (error) {
      if (!isOfThisResult(error)) throw error
    }
  }
  return texts
}

function modelRows(bill: ComparedText, models: TextLibrary, weightOf: (word: number) => number): SharedRow[] {
  return modelFamilies(compareTexts(bill, models, weightOf)).map(({ first, further }) => ({
    bill_id: bill.id,
    source: 'model',
    other_id: first.other.id,
    family: further.map(({ other }) => other.id).sort((a, b) => a - b),
    shared: first.of_here,
  }))
}

/** Both bills of a pair get a row. */
function billRows(
  bill: ComparedText,
  others: readonly ComparedText[],
  weightOf: (word: number) => number,
): SharedRow[] {
  return comparePairs(bill, others, weightOf).flatMap(({ here, other, of_here, of_other }): SharedRow[] => [
    { bill_id: here.id, source: 'bill', other_id: other.id, family: [], shared: of_here },
    { bill_id: other.id, source: 'bill', other_id: here.id, family: [], shared: of_other },
  ])
}
