import { type CongressBill, findCongressBill } from '../congress/congress-numbers.ts'
import type { RollCallRecord } from './roll-call.ts'

type Subject = Readonly<Record<string, unknown>>

/** The subject of a roll call: a bill, or what its layout names in place of one. */
export type SubjectOfVote = {
  readonly bill: CongressBill | null
  readonly nomination: Subject | null
  readonly treaty: Subject | null
  /** A subject in place of a bill that is no known type: type, number and congress as printed. */
  readonly about: Subject | null
}

const letters = (type: string): string => type.replace(/[^A-Za-z]/gu, '').toLowerCase()

/**
 * Some layouts name a nomination or a treaty as the bill too, under its own type (`pn`) or under that of a bill with the
 * number of the nomination: a vote that names either is about no bill.
 */
export function subjectOfVote({
  bill: reported,
  nomination,
  treaty,
}: Pick<RollCallRecord, 'bill' | 'nomination' | 'treaty'>): SubjectOfVote {
  const nothing = { bill: null, nomination, treaty, about: null }
  if (reported === null) return nothing
  const type = letters(reported.type)
  if (type === 'pn') return { ...nothing, nomination: nomination ?? { number: reported.number } }
  if (type.startsWith('treaty') || type === 'tdoc')
    return { ...nothing, treaty: treaty ?? { congress: reported.congress, number: reported.number } }
  if (nomination !== null || treaty !== null) return nothing
  const bill = findCongressBill(reported.congress, reported.type, reported.number)
  return bill === null ? { ...nothing, about: { ...reported } } : { ...nothing, bill }
}
