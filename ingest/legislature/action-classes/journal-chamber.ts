/** Places whose scrapers give the second chamber's actions to the first. */
const SECOND_AS_FIRST: ReadonlySet<string> = new Set(['ky'])
const LIES_WITH = /^(?:introduced|received) in (house|senate)\b/iu
const ON_THE_FLOOR = /\breading\b|^(?:passed|adopted|bill passed|reported|defeated)\b/iu

/** Sets the chamber of actions by the journal's words if the source's own chamber is unreliable. */
export function withJournalChamber<
  T extends { readonly description: string; readonly chamber: string | null },
>(actions: readonly T[], place: string): readonly T[] {
  if (!SECOND_AS_FIRST.has(place)) return actions
  let liesWith: 'lower' | 'upper' | null = null
  return actions.map((action) => {
    const named = LIES_WITH.exec(action.description)?.[1]?.toLowerCase()
    if (named !== undefined) liesWith = named === 'senate' ? 'upper' : 'lower'
    return liesWith !== null && ON_THE_FLOOR.test(action.description)
      ? { ...action, chamber: liesWith }
      : action
  })
}
