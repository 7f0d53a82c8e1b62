import { chamberOfTier } from '../divisions/chambers.ts'
import type { GeocodedPosition } from '../geocoder/census-answer.ts'
import type { Geocoder } from '../geocoder/geocoder.ts'
import { degreesOf } from '../match/distance.ts'
import type { Found, Located, Locator, NotFound } from './located.ts'

/** The outside position may be wrong by as much: on both sides of a line it decides nothing. */
const UNCERTAINTY_M = 50
/** An interpolated position is worth less than one of our own data. */
const CONFIDENCE = 70
const MOST_POSITIONS = 5

/**
 * Asks an outside geocoder for addresses of places where no addresses are loaded. Its position then goes through our own
 * shapes, and so do four positions around it: only if all of them lie in the same divisions is the address matched.
 */
export function withGeocoder(locator: Locator, geocoder: Geocoder): Locator {
  return {
    async locate(input, options) {
      const located = await locator.locate(input, options)
      if (!('address' in input) || located.matched || located.reason !== 'no_coverage') return located
      const positions = (await geocoder.geocode(input.address))?.slice(0, MOST_POSITIONS)
      if (positions === undefined || positions.length === 0) return located
      const found = await Promise.all(positions.map((each) => locateAround(locator, each, options)))
      return answerOf(located, positions, found)
    },
  }
}

function answerOf(
  located: NotFound,
  positions: readonly GeocodedPosition[],
  found: readonly Located[],
): Located {
  const unmatched = found.find((each) => !each.matched)
  if (unmatched !== undefined) return { ...unmatched, state: located.state ?? unmatched.state }
  const [first] = found
  if (first?.matched !== true) return located
  if (located.state !== null && first.state !== located.state) return located
  if (found.some((each) => !isSame(first, each))) {
    const suggestions = positions.map(({ address }) => address)
    return { matched: false, state: located.state, reason: 'ambiguous', suggestions }
  }
  return { ...first, normalized_address: positions[0]!.address }
}

async function locateAround(
  locator: Locator,
  { longitude, latitude }: GeocodedPosition,
  options: { readonly as_of: string },
): Promise<Located> {
  const { north, east } = degreesOf(UNCERTAINTY_M, latitude)
  const [center, ...around] = await Promise.all(
    [
      [0, 0],
      [0, north],
      [0, -north],
      [east, 0],
      [-east, 0],
    ].map(([x, y]) => locator.locate({ longitude: longitude + x!, latitude: latitude + y! }, options)),
  )
  if (center?.matched !== true) return center!
  if (around.some((each) => !isSame(center, each))) {
    return { matched: false, state: center.state, reason: 'split_district', suggestions: [] }
  }
  return { ...center, level: 'range', confidence: CONFIDENCE, releases: ['geocoder'] }
}

/** The districts of chambers must be the same; a city may end between the positions. */
function isSame(one: Found, other: Located): boolean {
  return other.matched && districtsOf(one) === districtsOf(other)
}

const districtsOf = ({ divisions }: Found): string =>
  divisions
    .filter(({ tier }) => chamberOfTier(tier) !== undefined || tier === 'cd')
    .map(({ division_id }) => division_id)
    .join(' ')
