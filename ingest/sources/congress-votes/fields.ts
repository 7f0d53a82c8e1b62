import { toLocal } from '../../dates/local-time.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { type Fields, invalid, looseText, nullableText } from '../records/fields.ts'
import type { Voter } from './roll-call.ts'

/** A moment in Washington with its offset, or a day if only that is given. */
export function rollCallTime(printed: string, field: string): string {
  const date = toLocal(printed, CONGRESS.time_zone)
  if (date === undefined) throw invalid(field, printed, 'a date')
  return date
}

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `2026-01-21T16:38` from `21`, `Jan` and `4:38 PM`; only the day if there is no time. */
export function composeTime(
  { year, month, day, time }: { year: string; month: string; day: string; time: string },
  field: string,
): string {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const date = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const clock = /^(\d{1,2}):(\d{2}) ?([AP])?M?$/iu.exec(time.trim())
  if (clock === null) return rollCallTime(date, field)
  const half = clock[3]?.toUpperCase()
  const hour = half === undefined ? Number(clock[1]) : (Number(clock[1]) % 12) + (half === 'P' ? 12 : 0)
  return rollCallTime(`${date}T${String(hour).padStart(2, '0')}:${clock[2]}`, field)
}

/** A voter of `data.json`. The Clerk's early files have no ids, or zeros for one. */
export function mapVoter(item: Fields, word: string): Voter {
  const id = nullableText(item, 'id')
  return {
    word,
    name: looseText(item, 'display_name').trim() || (id ?? ''),
    id: isId(id) ? id : null,
    party: nullableText(item, 'party'),
    state: nullableText(item, 'state'),
    is_tie_breaker: false,
  }
}

export const isId = (id: string | null): id is string => id !== null && !/^0*$/u.test(id)
