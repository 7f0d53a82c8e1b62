import { Random } from '../draw/random.ts'
import type { DistrictMap } from './districts.ts'
import { BLOCK, cellAt } from './grid.ts'
import { numberText, type Segment, type Side } from './segments.ts'
import type { GridPoint } from './shapefile/shp.ts'

/** A house: where it really stands, and in which districts. None of this comes from the lookup. */
export type House = {
  readonly number: string
  readonly segment: Segment
  readonly zip5: string
  readonly place: string | null
  readonly at: GridPoint
  /** The district of each map, by the name of the map. */
  readonly districts: Readonly<Record<string, string>>
}

/** The distance of houses from the middle of the street. */
const OFFSET = BLOCK * 0.15
/** The share of the segment by which houses stand away from the place that their number promises. */
const MOST_ASTRAY = 0.06

/** `each`: houses on each side of a segment. Their numbers are spread over its range. */
export function* housesOf(
  segments: readonly Segment[],
  maps: readonly DistrictMap[],
  { each, seed }: { readonly each: number; readonly seed: number },
): Generator<House> {
  for (const segment of segments) {
    const random = new Random(seed, segment.tlid, 0)
    for (const side of [segment.left, segment.right]) {
      for (let count = 0; count < each; count++) yield houseOn(segment, side, maps, random)
    }
  }
}

function houseOn(segment: Segment, side: Side, maps: readonly DistrictMap[], random: Random): House {
  const [low, high] = [Math.min(side.from, side.to), Math.max(side.from, side.to)]
  const value = low + 2 * Math.floor(random.next() * (Math.floor((high - low) / 2) + 1))
  const share = high === low ? 0.5 : (value - low) / (high - low)
  const along = side.from <= side.to ? share : 1 - share
  const astray = (random.next() - 0.5) * 2 * MOST_ASTRAY
  const at = positionOn(segment, side, Math.min(0.97, Math.max(0.03, along + astray)))
  const cell = cellAt(at)
  return {
    number: numberText(segment, value),
    segment,
    zip5: side.zip5,
    place: side.face.place?.name ?? null,
    at,
    districts: Object.fromEntries(
      maps.map(({ name, tier, districtOf }) => [`${name} ${tier}`, districtOf(cell)]),
    ),
  }
}

function positionOn({ line: [[x1, y1], [x2, y2]], left }: Segment, side: Side, share: number): GridPoint {
  const sign = side === left ? 1 : -1
  const length = Math.hypot(x2 - x1, y2 - y1)
  return [
    Math.round(x1 + share * (x2 - x1) - (sign * OFFSET * (y2 - y1)) / length),
    Math.round(y1 + share * (y2 - y1) + (sign * OFFSET * (x2 - x1)) / length),
  ]
}

/** The invented state, and the city that addresses outside of the cities name. */
const OWN = { state: 'ZZ', city: 'Adamsville' } as const

/** The address of a house in several spellings. `is_complete`: no part that identifies the house is left out. */
export function spellingsOf(
  house: Pick<House, 'number' | 'zip5' | 'place' | 'segment'>,
  { state, city: mailing }: { readonly state: string; readonly city: string } = OWN,
): readonly { readonly text: string; readonly is_complete: boolean }[] {
  const { number, zip5, place, segment } = house
  const { street, quarter } = segment
  const before = street.direction === 'row' ? `${quarter} ` : ''
  const after = street.direction === 'row' ? '' : ` ${quarter}`
  const name = `${street.name}${street.suffix === '' ? '' : ` ${street.suffix}`}`
  const long = name.replace(/\bSt$/u, 'Street').replace(/\bAve$/u, 'Avenue')
  const city = place ?? mailing
  const words: Readonly<Record<string, string>> = { N: 'North', S: 'South', E: 'East', W: 'West' }
  const whole = `${number} ${before}${name}${after}`
  return [
    { text: `${whole}, ${city}, ${state} ${zip5}`, is_complete: true },
    { text: `${whole} ${city} ${state} ${zip5}`.toLowerCase(), is_complete: true },
    {
      text: `${number} ${before === '' ? '' : `${words[quarter]} `}${long}${after === '' ? '' : ` ${words[quarter]}`}, ${city}, ${state}`,
      is_complete: place !== null,
    },
    { text: `${whole} Apt 4, ${city}, ${state} ${zip5}-1234`, is_complete: true },
    { text: `${number} ${name}, ${city}, ${state} ${zip5}`, is_complete: false },
    { text: `${number} ${before}${street.name}${after}, ${city}, ${state} ${zip5}`, is_complete: false },
  ]
}
