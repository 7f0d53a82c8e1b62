import { type CongressBill, findCongressBill } from '../congress/congress-numbers.ts'
import type { RollCallRecord } from './roll-call.ts'

type Subject = Readonly<Record<string, unknown>>

/** The subject of a roll call: a bill, or the subject that its layout names instead. */
export type SubjectOfVote = {
  readonly bill: CongressBill | null
  readonly nomination: Subject | null
  readonly treaty: Subject | null
  /** A subject of a type that is not a bill's: type, number and congress as printed. */
  readonly about: Subject | null
}

const letters = (type: string): string => type.replace(/[^A-Za-z]/gu, '').toLowerCase()

/**
 * Some layouts also name a nomination or a treaty as the bill. They use its own type (`pn`), or a bill's type with the
 * nomination's number. A vote on a nomination or a treaty is not about a bill.
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
