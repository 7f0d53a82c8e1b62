/** Places whose scrapers give what the second chamber does to the first. */
const SECOND_AS_FIRST: ReadonlySet<string> = new Set(['ky'])
const LIES_WITH = /^(?:introduced|received) in (house|senate)\b/iu
const ON_THE_FLOOR = /\breading\b|^(?:passed|adopted|bill passed|reported|defeated)\b/iu

/** Actions with the chamber in which the bill lay by the words of the journal, where the source's cannot be relied on. */
export function withJournalChamber<
  T extends { readonly description: string; readonly chamber: string | null },
>(actions: readonly T[], place: string): readonly T[] {
  if (!SECOND_AS_FIRST.has(place)) return actions
  let lies_with: 'lower' | 'upper' | null = null
  return actions.map((action) => {
    const named = LIES_WITH.exec(action.description)?.[1]?.toLowerCase()
    if (named !== undefined) lies_with = named === 'senate' ? 'upper' : 'lower'
    return lies_with !== null && ON_THE_FLOOR.test(action.description)
      ? { ...action, chamber: lies_with }
      : action
  })
}
