import { impossibleDays } from '../../dates/impossible-days.ts'

/**
 * Places whose legislature lists the newest action first. Used only if the dates of a bill do not show the
 * order.
 */
const NEWEST_FIRST: ReadonlySet<string> = new Set(['la', 'nc', 'ne', 'us'])

/**
 * Sorts actions by date. Within a day it keeps the order of the listing, reversed if that is newest first.
 * Few listings are in perfect order, so the order of most neighbors decides. An action with an impossible
 * date keeps its place in the listing.
 */
export function oldestFirst<T extends { readonly date: string }>(
  listed: readonly T[],
  place: string,
  session = '',
): T[] {
  const impossible = impossibleDays(
    listed.map(({ date }) => date),
    session,
  )
  const days = listed.flatMap(({ date }, index) => (impossible[index] ? [] : [date.slice(0, 10)]))
  let falls = 0
  for (let index = 1; index < days.length; index++) {
    if (days[index]! < days[index - 1]!) falls++
    else if (days[index]! > days[index - 1]!) falls--
  }
  const newestFirst = falls > 0 || (falls === 0 && NEWEST_FIRST.has(place))
  let last = days[newestFirst ? days.length - 1 : 0] ?? ''
  const positioned = listed.map((action, index) => ({ action, is_placed: !impossible[index] }))
  return (newestFirst ? positioned.toReversed() : positioned)
    .map(({ action, is_placed: isPositioned }) => {
      if (isPositioned) last = action.date.slice(0, 10)
      return { action, day: last }
    })
    .sort((a, b) => compare(a.day, b.day))
    .map(({ action }) => action)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
