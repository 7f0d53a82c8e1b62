import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import { toLocal } from '../../dates/local-time.ts'
import { normalizeIdentifier } from '../../identity/bill-identifiers.ts'
import { billKey, rollCallKey } from '../../identity/identity-keys.ts'
import type { LeftOut } from '../mapping/left-out.ts'
import { type Fields, invalid, nullableText } from '../records/fields.ts'

export const CONGRESS = findJurisdiction('us')!

const kinds: Readonly<Record<string, string>> = {
  HR: 'bill',
  S: 'bill',
  HRES: 'resolution',
  SRES: 'resolution',
  HJRES: 'joint resolution',
  SJRES: 'joint resolution',
  HCONRES: 'concurrent resolution',
  SCONRES: 'concurrent resolution',
}

export type CongressBill = {
  /** `119`. */
  readonly congress: string
  /** `HJRES`. */
  readonly type: string
  readonly number: string
  /** `HJRES 45`. */
  readonly identifier: string
  readonly classification: string
  readonly chamber: Chamber
  readonly key: string
  /** `hjres45-119`, as unitedstates/congress and GovTrack name it. */
  readonly alias: string
}

/** Parses a bill by its type in any spelling: `hr`, `H R`, `H.J.Res.`. Throws if the type or the number is invalid. */
export function congressBill(congress: string, printedType: string, number: string): CongressBill {
  const bill = findCongressBill(congress, printedType, number)
  if (bill !== null) return bill
  if (kinds[lettersOf(printedType)] === undefined) throw invalid('type', printedType, 'a type of bill')
  throw invalid('number', number, 'the number of a bill')
}

/** null if the type is not one of a bill, or the number is not a number of one. */
export function findCongressBill(
  congress: string,
  printedType: string,
  printedNumber: string,
): CongressBill | null {
  const type = lettersOf(printedType)
  const number = printedNumber.trim()
  const classification = kinds[type]
  if (classification === undefined || !NUMBER.test(number)) return null
  const identifier = `${type} ${number}`
  const { division_id } = CONGRESS
  return {
    congress,
    type,
    number,
    identifier,
    classification,
    chamber: type.startsWith('S') ? 'upper' : 'lower',
    key: billKey(division_id, congress, normalizeIdentifier(division_id, identifier)),
    alias: `${type.toLowerCase()}${number}-${congress}`,
  }
}

const lettersOf = (type: string): string => type.replace(/[^A-Za-z]/gu, '').toUpperCase()

/** Numbers are texts, as printed: early Congresses had a `209½` and a `XIV`. */
const NUMBER = /^(?!0*$)(?:(?=\P{N}*\p{N})[\p{L}\p{N} ./\u2044-]{1,20}|[IVXLCDM]{1,10})$/u

const FIRST_YEAR = 1789

/** Every Congress has two years and is named by the odd one in which it begins. */
export const firstYearOf = (congress: number): number => FIRST_YEAR + 2 * (congress - 1)

/** A new Congress meets on January 3. The old one is in office before that day. */
export const congressOfYear = (year: number): number => Math.floor((year - FIRST_YEAR) / 2) + 1

/** The year of the first or second session. Roll calls are numbered by session. */
export const sessionYear = (congress: number, session: number): string =>
  String(firstYearOf(congress) + session - 1)

export type RollCallName = {
  readonly congress: string
  /** The session's year: a vote on New Year's morning still belongs to the old session. */
  readonly year: string
  readonly chamber: 'upper' | 'lower'
  readonly number: string
}

/** The key of a roll call of Congress in every source. */
export function congressRollKey({ congress, chamber, year, number }: RollCallName): string {
  const key = rollCallKey(CONGRESS.division_id, congress, chamber, year, number)
  if (key === null) throw invalid('number', number, 'the number of a roll call')
  return key
}

/** The address where the House's Clerk and the Senate publish it. */
export function rollCallAddress({ congress, year, chamber, number }: RollCallName): string {
  if (chamber === 'lower') return `https://clerk.house.gov/evs/${year}/roll${number.padStart(3, '0')}.xml`
  const session = Number(year) - firstYearOf(Number(congress)) + 1
  return `https://www.senate.gov/legislative/LIS/roll_call_votes/vote${congress}${session}/vote_${congress}_${session}_${number.padStart(5, '0')}.xml`
}

/** Says if a day can belong to a Congress: its two years, or a year off, because early ones met when they could. */
function isDayOfCongress(day: string, congress: string): boolean {
  const year = Number(day.slice(0, 4))
  const first = firstYearOf(Number(congress))
  return year >= first - 1 && year <= first + 3
}

export type DaysOfCongress = { readonly congress: string; readonly left_out: LeftOut }

/** The day of a sponsor with that name. null if none is printed, or if the printed day is outside that Congress. */
export function sponsorDay(
  item: Fields,
  field: string,
  sponsor: string,
  { congress, left_out }: DaysOfCongress,
): string | null {
  const printed = nullableText(item, field)
  const day = printed === null ? undefined : toLocal(printed, CONGRESS.time_zone)?.slice(0, 10)
  return left_out.day(`${sponsor} ${field}`, printed, day, (one) => isDayOfCongress(one, congress))
}
