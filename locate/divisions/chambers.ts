import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

/** The tiers whose districts elect the chambers of a state. */
export function chamberTiers(state: string): readonly string[] {
  const jurisdiction = findJurisdiction(state)
  const chambers = jurisdiction?.chambers.map(({ chamber }) => chamber) ?? []
  return chambers.map((chamber) =>
    chamber === 'lower' ? 'sldl' : chamber === 'legislature' && state === 'dc' ? 'ward' : 'sldu',
  )
}

/**
 * Says if districts of one chamber lie over each other: the floterial districts of New Hampshire. Elsewhere, two
 * districts that cover one spot are an error of the map.
 */
export const mayOverlap = (state: string, tier: string): boolean => state === 'nh' && tier === 'sldl'

const chamberOf: ReadonlyMap<string, 'upper' | 'lower'> = new Map([
  ['sldu', 'upper'],
  ['ward', 'upper'],
  ['sldl', 'lower'],
])

/** The tiers of all chambers of all states. */
export const allChamberTiers: readonly string[] = [...chamberOf.keys()]

/** The chamber that a tier elects; undefined if it elects none. The only chamber of a legislature is the upper one. */
export const chamberOfTier = (tier: string): 'upper' | 'lower' | undefined => chamberOf.get(tier)
