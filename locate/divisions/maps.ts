/** When a map of one kind of district is in force in a state. Days are YYYY-MM-DD; `valid_to` is the first day after it. */
export type MapPeriod = {
  readonly map: string
  readonly tier: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly is_simplified: boolean
  /** Grows with each load: of two maps that begin on one day, the one loaded last counts. */
  readonly newest_id: number
}

/**
 * The map of each tier that is in force on a day: the one that began last. A map ends when the next one begins, even if
 * nobody gives its end, so that a district which the next map does not have is gone then.
 */
export function mapsInForce(maps: readonly MapPeriod[], day: string): ReadonlyMap<string, MapPeriod> {
  const found = new Map<string, MapPeriod>()
  for (const map of maps.toSorted(byStart)) {
    const hasBegun = map.valid_from === null || map.valid_from <= day
    const hasEnded = map.valid_to !== null && map.valid_to <= day
    // A later map that has ended itself ends the ones before it too.
    if (hasBegun && hasEnded) found.delete(map.tier)
    else if (hasBegun) found.set(map.tier, map)
  }
  return found
}

/** The next day after `day` on which a map of one of these tiers begins. null if none does. */
export function nextStart(
  maps: readonly MapPeriod[],
  day: string,
  tiers: ReadonlySet<string>,
): string | null {
  const starts = maps.flatMap(({ tier, valid_from }) =>
    tiers.has(tier) && valid_from !== null && valid_from > day ? [valid_from] : [],
  )
  return starts.toSorted()[0] ?? null
}

/** If two maps begin on one day, the state's map takes precedence over that of the Census, which lacks overlapping districts. */
function byStart(a: MapPeriod, b: MapPeriod): number {
  const start = (a.valid_from ?? '').localeCompare(b.valid_from ?? '')
  const publisher = Number(isOfState(a)) - Number(isOfState(b))
  return start || Number(b.is_simplified) - Number(a.is_simplified) || publisher || a.newest_id - b.newest_id
}

const isOfState = ({ map }: MapPeriod): boolean => !map.startsWith('census-')
