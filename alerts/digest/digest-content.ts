import { type Line, linesOf } from '../changes/bill-lines.ts'
import type { ChangeContent, ChangedBill } from '../changes/change.ts'

/** What the live read schema says about a bill when a digest is written. */
export type BillFacts = {
  readonly identifier: string | null
  readonly title: string | null
  readonly status: string | null
  /** Where the bill is published. */
  readonly link: string | null
}

/** Reads the facts of bills by their ids. A bill that is not known is missing. */
export type ReadFacts = (billIds: readonly number[]) => Promise<ReadonlyMap<number, BillFacts>>

export type TakenChange = {
  readonly bill_id: number
  readonly bill: ChangedBill
  readonly content: ChangeContent
}

export type DigestBill = {
  readonly bill_id: number
  readonly bill: ChangedBill
  readonly facts: BillFacts | undefined
  readonly lines: readonly Line[]
}

/** The changes of a digest by bill: places and numbers in the order in which people look for them. */
export function billsOf(
  changes: readonly TakenChange[],
  facts: ReadonlyMap<number, BillFacts>,
): DigestBill[] {
  const byBill = Map.groupBy(changes, ({ bill_id }) => bill_id)
  const bills = [...byBill].map(([billId, own]) => ({
    bill_id: billId,
    bill: own.at(-1)!.bill,
    facts: facts.get(billId),
    lines: linesOf(own.map(({ content }) => content)),
  }))
  return bills.sort(
    (one, other) =>
      compare(one.bill.jurisdiction, other.bill.jurisdiction) ||
      compare(one.bill.identifier ?? '', other.bill.identifier ?? '') ||
      one.bill_id - other.bill_id,
  )
}

const collator = new Intl.Collator('en', { numeric: true })
const compare = (one: string, other: string): number => collator.compare(one, other)
