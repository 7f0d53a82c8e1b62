import { type Database, inTransaction, type Queryable } from '../../../runtime/postgres/postgres.ts'
import { isOfThisResult } from '../../bills/failed-results.ts'
import { currentTextOf } from '../../summary/bill-source.ts'
import type { TextReference } from '../../text/version-text.ts'
import type { BillComparer } from '../comparing/bill-comparer.ts'
import {
  type ComparedBill,
  findCandidates,
  NOT_COMPARED,
  readCompared,
  setBasis,
  writeCompared,
} from '../store/compared-bills.ts'
import { replaceShared, type SharedRow } from '../store/shared-texts.ts'

/**
 * Compares the current texts of these bills with all models and with all bills that were compared before, and writes what
 * they share. Bills that were compared on this basis with the same text are left out. The texts are compared between two
 * transactions: the first one adds the bills to the index, and the second one writes the results, with what `finish`
 * writes. Between them, the bills count as not compared. A bill that cannot be compared leaves the index, and its failure
 * is noted.
 */
export async function compareBills(
  database: Database,
  { basis, comparer }: { readonly basis: string; readonly comparer: BillComparer },
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
  const bills: ComparedBill[] = []
  for (const one of changed) {
    signal.throwIfAborted()
    bills.push(await sampleBill(one, comparer))
  }
  const bill_ids = bills.map(({ bill_id }) => bill_id)
  await inTransaction(database, async (client) => {
    await writeCompared(client, bills)
    await replaceShared(client, bill_ids, [])
  })
  const found = new Map<string, SharedRow>()
  const failed: ComparedBill[] = []
  for (const bill of bills) {
    signal.throwIfAborted()
    const compared = await compareBill(database, bill, comparer)
    if (compared.failure !== null) failed.push(failedBill(bill, compared.failure))
    for (const one of compared.rows) found.set(`${one.bill_id} ${one.source} ${one.other_id}`, one)
  }
  const isFailed = new Set(failed.map(({ bill_id }) => bill_id))
  const rows = [...found.values()].filter(
    ({ bill_id, source, other_id }) =>
      !isFailed.has(bill_id) && !(source === 'bill' && isFailed.has(other_id)),
  )
  await inTransaction(database, async (client) => {
    if (failed.length > 0) await writeCompared(client, failed)
    await replaceShared(client, bill_ids, rows)
    await setBasis(client, bill_ids, basis)
    await finish(client)
  })
}

type CurrentText = { readonly bill_id: number; readonly text: TextReference | null }

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

const failedBill = ({ bill_id }: Pick<ComparedBill, 'bill_id'>, failure: string): ComparedBill => ({
  bill_id,
  text: null,
  basis: NOT_COMPARED,
  shingles: [],
  failure,
})

/** A text that cannot be read is noted, and the other bills continue. */
async function sampleBill({ bill_id, text }: CurrentText, comparer: BillComparer): Promise<ComparedBill> {
  const row: ComparedBill = { bill_id, text, basis: NOT_COMPARED, shingles: [], failure: null }
  if (text === null) return row
  try {
    return { ...row, shingles: await comparer.run('sample', { id: bill_id, text }) }
  } catch (error) {
    if (!isOfThisResult(error)) throw error
    return failedBill(row, (error as Error).message)
  }
}

type Compared = { readonly rows: readonly SharedRow[]; readonly failure: string | null }

/** A text that takes too long to compare is noted, and the other bills continue. */
async function compareBill(
  database: Queryable,
  row: ComparedBill,
  comparer: BillComparer,
): Promise<Compared> {
  const { bill_id, text } = row
  if (text === null) return { rows: [], failure: null }
  const candidates = (await findCandidates(database, row)).map((one) => ({ id: one.bill_id, text: one.text }))
  try {
    const rows = await comparer.run('compare', { bill: { id: bill_id, text }, candidates })
    return { rows, failure: null }
  } catch (error) {
    if (!isOfThisResult(error)) throw error
    return { rows: [], failure: (error as Error).message }
  }
}
