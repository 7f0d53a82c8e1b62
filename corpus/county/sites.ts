import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { CountyTier } from './districts.ts'
import type { GridPoint } from './shapefile/shp.ts'

/**
 * A copy of one drawn county: where it lies, and which ids, codes and names are its own. Copies share their streets, so
 * that a country of any size takes the memory of one county.
 */
export type CountySite = {
  readonly index: number
  /** Postal code in lower case, and code of the Census. */
  readonly state: string
  readonly state_code: string
  /** Three digits. */
  readonly county_code: string
  readonly name: string
  /** The distance from the drawn county. */
  readonly shift: GridPoint
  /** Added to the ids of segments and faces, to ZIP codes and to numbers of districts. */
  readonly first_id: number
  readonly first_zip: number
  readonly first_district: Readonly<Record<CountyTier, number>>
  /** The names of its two cities, by their names in the drawn county. */
  readonly cities: Readonly<Record<'Adamsville' | 'Brookton', string>>
}

/** States with two chambers, with their codes at the Census. */
const STATES = (
  'al01 az04 ar05 ca06 co08 ct09 fl12 ga13 ia19 id16 il17 in18 ks20 ky21 la22 ma25 md24 me23 mi26 mn27 mo29 ms28 mt30 ' +
  'nc37 nd38 nh33 nj34 nm35 nv32 ny36 oh39 ok40 or41 pa42 ri44 sc45 sd46 tn47 tx48 ut49 va51 vt50 wa53 wi55 wv54 wy56'
).split(' ')
const DISTRICTS = { lower: 20, upper: 10, congress: 2 } as const
/** A multiple of the next number. District codes have three digits, and those of Congress two. */
const MOST_COUNTIES_OF_STATE = 45
export const MOST_SITES = STATES.length * MOST_COUNTIES_OF_STATE
/** Each state gets this number of counties in its turn: half a million ranges are a state of usual size. */
const COUNTIES_AT_ONCE = 5

const FIRST_ZIP = 10_000
const IDS = 10_000_000
/** The distance between neighbors on the grid of sites: a quarter of a degree, in millionths. */
const APART = 250_000
const SITES_IN_ROW = 60

const BEGINNINGS = 'Adams Brook Carl Dun Edge Fair Glen Harper Iron Jack King Lan Mill Nor Oak Pem'.split(' ')
const ENDINGS = 'ville ton field port burg dale ford wick'.split(' ')

/** `zips`: ZIP codes of each county. */
export function siteOf(index: number, zips: number): CountySite {
  const group = Math.floor(index / COUNTIES_AT_ONCE)
  const state = STATES[group % STATES.length]!
  const inState = COUNTIES_AT_ONCE * Math.floor(group / STATES.length) + (index % COUNTIES_AT_ONCE)
  const city = (which: 0 | 1) => {
    const number = 2 * inState + which
    return `${BEGINNINGS[number % BEGINNINGS.length]}${ENDINGS[Math.floor(number / BEGINNINGS.length)]}`
  }
  return {
    index,
    state: state.slice(0, 2),
    state_code: state.slice(2),
    county_code: String(2 * inState + 1).padStart(3, '0'),
    name: `Grid ${inState + 1}`,
    shift: [(index % SITES_IN_ROW) * APART, Math.floor(index / SITES_IN_ROW) * APART],
    first_id: index * IDS,
    first_zip: FIRST_ZIP + index * zips,
    first_district: {
      lower: inState * DISTRICTS.lower,
      upper: inState * DISTRICTS.upper,
      congress: inState * DISTRICTS.congress,
    },
    cities: { Adamsville: city(0), Brookton: city(1) },
  }
}

/** The name of the state: `Alabama`. */
export const stateNameOf = ({ state }: CountySite): string => findJurisdiction(state)!.name

export const zipAt = ({ first_zip }: CountySite, drawn: string): string => String(first_zip + Number(drawn))

export const cityAt = ({ cities }: CountySite, drawn: string): string => cities[drawn as keyof typeof cities]

/** The number of a district of the drawn county among those of the state. */
export const districtAt = ({ first_district }: CountySite, tier: CountyTier, drawn: string): number =>
  first_district[tier] + Number(drawn)

/** The code in the form of the Census: `007`. */
export const codeAt = (site: CountySite, tier: CountyTier, drawn: string): string =>
  String(districtAt(site, tier, drawn)).padStart(tier === 'congress' ? 2 : 3, '0')

export const pointAt = ({ shift: [dx, dy] }: CountySite, [x, y]: GridPoint): GridPoint => [x + dx, y + dy]
