/** Places whose legislature lists the newest action first. Only asked where the dates of a bill do not show it. */
const NEWEST_FIRST: ReadonlySet<string> = new Set(['la', 'nc', 'ne', 'us'])

/**
 * Actions as they happened. Days come from the dates; within a day the order of the listing holds, turned round where
 * the listing is newest first. Few listings are in perfect order, so the way that most neighbours go decides.
 */
export function oldestFirst<T extends { readonly date: string }>(listed: readonly T[], place: string): T[] {
  let falls = 0
  for (let index = 1; index < listed.length; index++) {
    const before = listed[index - 1]!.date.slice(0, 10)
    const day = listed[index]!.date.slice(0, 10)
    if (day < before) falls++
    else if (day > before) falls--
  }
  const newest_first = falls > 0 || (falls === 0 && NEWEST_FIRST.has(place))
  const actions = newest_first ? listed.toReversed() : [...listed]
  return actions.sort((a, b) => compare(a.date.slice(0, 10), b.date.slice(0, 10)))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
