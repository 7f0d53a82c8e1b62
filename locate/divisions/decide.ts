import type { MapPeriod } from './maps.ts'

/** A division that contains a candidate, on one map. */
export type Containing = {
  readonly division_id: string
  readonly tier: string
  readonly map: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  /** `face`: the map itself says so, exactly. `shape`: its polygon covers the position. */
  readonly by: 'face' | 'shape'
  /** From the position to the nearest line of the division; null if it does not matter. */
  readonly distance_m: number | null
  readonly is_simplified: boolean
  /** The position lies on its line, and another district is on the other side. */
  readonly is_on_line: boolean
}

/** The line of a simplified shape may be this far from the real one if nobody says how far. */
export const UNKNOWN_TOLERANCE_M = 500

export type Decision =
  | { readonly kind: 'same'; readonly divisions: readonly Containing[] }
  /** The position is too near a line, or several positions lie in different districts. */
  | { readonly kind: 'split' }
  /** No district of a chamber contains it: a gap between shapes, or water. */
  | { readonly kind: 'outside' }

/**
 * Decides if all candidates lie in the same district of each chamber. Each element of `candidates` lists the divisions
 * that contain one of them. `chambers`: the tiers of the state's chambers, with the map in force of each. `may_overlap` says
 * if an address may lie in two districts of a tier.
 */
export function decideDivisions(
  candidates: readonly (readonly Containing[])[],
  chambers: ReadonlyMap<string, MapPeriod>,
  { may_overlap }: { readonly may_overlap: (tier: string) => boolean },
): Decision {
  const [first] = candidates
  if (first === undefined) return { kind: 'outside' }
  for (const [tier, period] of chambers) {
    const districts = candidates.map((containing) => containing.filter((each) => isOfMap(each, period)))
    if (districts.some((each) => each.length === 0)) return { kind: 'outside' }
    if (districts.flat().some(isNearLine)) return { kind: 'split' }
    if (!may_overlap(tier) && districts.some((each) => each.length > 1)) return { kind: 'split' }
    if (new Set(districts.map(idsOf)).size > 1) return { kind: 'split' }
  }
  return { kind: 'same', divisions: inAll(candidates) }
}

/** Says if the division is one of this edition of a map. */
export const isOfMap = (
  { tier, map, valid_from }: Containing,
  period: Pick<MapPeriod, 'tier' | 'map' | 'valid_from'>,
): boolean => tier === period.tier && map === period.map && valid_from === period.valid_from

/** Says if the position is so near a line that it may be on the other side. */
export const isNearLine = ({ by, is_simplified, distance_m, is_on_line }: Containing): boolean =>
  by === 'shape' && (is_on_line || (is_simplified && distance_m !== null && distance_m < UNKNOWN_TOLERANCE_M))

/** Base and floterial districts overlap: an address may lie in two of one chamber. */
const idsOf = (districts: readonly Containing[]): string =>
  districts
    .map(({ division_id }) => division_id)
    .toSorted()
    .join(' ')

/** Divisions that contain every candidate. Counties and places are among them only if all agree. */
function inAll(candidates: readonly (readonly Containing[])[]): readonly Containing[] {
  const key = ({ division_id, map, valid_from }: Containing) => `${map} ${valid_from} ${division_id}`
  const others = candidates.slice(1).map((containing) => new Set(containing.map(key)))
  return candidates[0]!
    .filter((each) => others.every((other) => other.has(key(each))))
    .toSorted((a, b) => a.tier.localeCompare(b.tier) || a.division_id.localeCompare(b.division_id))
}
