import { dayOf } from '../../schemas/values/calendar-day.ts'

/** Legislatures publish nothing dated before the first or after the second. */
const FIRST_YEAR = 1789
const LAST_YEAR = 2099
/** Bills are filed long before their session, and signed or counted long after it. */
const YEARS_BEFORE = 3
const YEARS_AFTER = 5
const FEWEST_TO_COMPARE = 3

/**
 * Says which of a bill's printed days cannot be right. The years in the session's identifier decide, or the bill's other
 * days if it names none. Both are in the log. The dates that sources list for a session do not count, since many are wrong.
 */
export function impossibleDays(dates: readonly string[], session: string): readonly boolean[] {
  const years = dates.map((date) => {
    const day = dayOf(date)
    return day === null ? null : Number(day.slice(0, 4))
  })
  const [first, last] = possibleYears(years, session)
  return years.map((year) => year !== null && (year < first || year > last))
}

function possibleYears(years: readonly (number | null)[], session: string): readonly [number, number] {
  const named = (session.match(/(?<!\d)(?:1[89]|20)\d\d(?!\d)/gu) ?? []).map(Number)
  if (named.length > 0) return [Math.min(...named) - YEARS_BEFORE, Math.max(...named) + YEARS_AFTER]
  const known = years
    .filter((year) => year !== null && year >= FIRST_YEAR && year <= LAST_YEAR)
    .sort((a, b) => a! - b!)
  if (known.length < FEWEST_TO_COMPARE) return [FIRST_YEAR, LAST_YEAR]
  const middle = known[(known.length - 1) >> 1]!
  return [middle - YEARS_BEFORE, middle + YEARS_AFTER]
}

/**
 * Gives each action with an impossible date a day, as `placed_on`. It is the day of the action before it, or of the
 * first possible one if no action precedes it. A `placed_on` that comes in is from an earlier run and is ignored.
 */
export function markImpossibleDays<T extends { readonly date: string; readonly placed_on?: string | null }>(
  actions: readonly T[],
  session: string,
): T[] {
  const impossible = impossibleDays(
    actions.map(({ date }) => date),
    session,
  )
  if (!impossible.includes(true)) return actions.map(withoutPlace)
  const firstPossible = actions.find((_, index) => !impossible[index])?.date
  let last = firstPossible === undefined ? null : dayOf(firstPossible)
  return actions.map((action, index) => {
    if (impossible[index]) return { ...action, placed_on: last }
    last = dayOf(action.date) ?? last
    return withoutPlace(action)
  })
}

function withoutPlace<T extends { readonly placed_on?: string | null }>(action: T): T {
  if (action.placed_on === undefined) return action
  const { placed_on: _before, ...rest } = action
  return rest as T
}
