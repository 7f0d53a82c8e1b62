import { createHash } from 'node:crypto'
import { LegislogError } from '../../schemas/errors.ts'

/** A question of the judged set, written from subjects alone. */
export type Question = {
  readonly id: number
  readonly question: string
  readonly from_subject: string
  readonly written_on: string
}

/** 0: about something else. 1: related. 2: what the question asks for. */
export type Relevance = 0 | 1 | 2
export type Judgment = { readonly question: number; readonly bill: string; readonly relevance: Relevance }

export type SheetBill = {
  readonly bill: string
  readonly title: string
  readonly subjects: readonly string[]
  readonly abstract: string
  readonly relevance: Relevance | null
}
/** What a judge reads: bills of one question in a random order. Nothing says which method found a bill. */
export type SheetQuestion = {
  readonly id: number
  readonly question: string
  readonly bills: readonly SheetBill[]
}

/** Bills of each ranking that are pooled. */
export const POOL_DEPTH = 20

/** Joins the first bills of all rankings, without those that are judged, in an order that only the seed decides. */
export function pooledBills(
  rankings: readonly (readonly string[])[],
  judged: ReadonlySet<string>,
  seed: string,
): string[] {
  const pooled = new Set(rankings.flatMap((ranking) => ranking.slice(0, POOL_DEPTH)))
  const place = (bill: string) => createHash('sha256').update(`${seed}\n${bill}`).digest('hex')
  return [...pooled]
    .filter((bill) => !judged.has(bill))
    .map((bill) => [place(bill), bill] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, bill]) => bill)
}

/** Reads the judgments of a sheet. Bills without one are left for later. */
export function judgmentsOf(sheet: readonly SheetQuestion[]): Judgment[] {
  return sheet.flatMap(({ id, bills }) =>
    bills.flatMap(({ bill, relevance }) => {
      if (relevance === null) return []
      if (relevance !== 0 && relevance !== 1 && relevance !== 2)
        throw new LegislogError(
          'usage',
          `relevance of ${bill} for question ${id} is ${JSON.stringify(relevance)}; it must be 0, 1, 2 or null`,
        )
      return [{ question: id, bill, relevance }]
    }),
  )
}

/** Adds judgments to the recorded ones, in the order of question and bill. A repeated judgment must be the same. */
export function mergedJudgments(recorded: readonly Judgment[], added: readonly Judgment[]): Judgment[] {
  const merged = new Map<string, Judgment>()
  for (const one of [...recorded, ...added]) {
    const key = `${one.question}\n${one.bill}`
    const before = merged.get(key)
    if (before !== undefined && before.relevance !== one.relevance)
      throw new LegislogError(
        'usage',
        `${one.bill} for question ${one.question} is already judged ${before.relevance}, not ${one.relevance}`,
      )
    merged.set(key, one)
  }
  return [...merged.values()].sort(
    (one, other) => one.question - other.question || (one.bill < other.bill ? -1 : 1),
  )
}
