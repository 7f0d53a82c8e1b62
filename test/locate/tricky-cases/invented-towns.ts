import { rangeOf } from '../../support/builders/address-releases.ts'
import type { GeoWorld } from '../../support/locate/geo-world.ts'

/** The middle of a town: longitude and latitude. */
export type Middle = readonly [number, number]
type Range = ReturnType<typeof rangeOf>

const REACH = 0.05

/** The part of a town that a district takes: all of it, or what lies north or south of the street through its middle. */
export type Part = 'all' | 'north' | 'south' | 'east' | 'west'

export function shapeOf([x, y]: Middle, part: Part): string {
  const west = part === 'east' ? x : x - REACH
  const east = part === 'west' ? x : x + REACH
  const south = part === 'north' ? y : y - REACH
  const north = part === 'south' ? y : y + REACH
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return JSON.stringify({ type: 'Polygon', coordinates: [corners] })
}

const millionths = (degrees: number) => Math.round(degrees * 1e6)

/** A segment of 400 m that runs from west to east, so that its left side is the northern one. `north`: degrees from the middle. */
export const eastward = ([x, y]: Middle, north = 0, east = 0): number[] => [
  ...[millionths(x + east), millionths(y + north)],
  ...[millionths(x + east + 0.004), millionths(y + north)],
]

/** A segment of 400 m that runs north across the middle of the town. */
export const northward = ([x, y]: Middle, east = 0): number[] => [
  ...[millionths(x + east), millionths(y - 0.002)],
  ...[millionths(x + east), millionths(y + 0.002)],
]

export type Town = {
  readonly state: string
  readonly place: string
  readonly zip5: string
  readonly middle: Middle
  /** The county of its release; the whole state if a town of the state was added before. */
  readonly county: string
  /** By the ending of the division id: `sldl:10a`. */
  readonly districts: Readonly<Record<string, Part>>
  readonly ranges: readonly (Partial<Range> & { readonly street: string })[]
  readonly map?: {
    readonly valid_from?: string | null
    readonly valid_to?: string | null
    readonly release?: string
  }
}

/** Emits the shapes and address ranges of a town. Ranges are even numbers 100 to 198 on the right side unless they say otherwise. */
export async function addTown(world: GeoWorld, town: Town): Promise<void> {
  const { state, place, zip5, middle, county } = town
  const id = `ocd-division/country:us/state:${state}`
  await addMap(world, town)
  await world.release(
    { name: `tiger-${county}`, area: `${id}/county:${county}` },
    {
      ranges: town.ranges.map((range) => rangeOf({ place, zip5, line: eastward(middle), ...range })),
      places: [{ division_id: `${id}/place:${place.toLowerCase().replaceAll(' ', '_')}`, name: place }],
    },
  )
}

export async function addMap(
  world: GeoWorld,
  { state, middle, districts, map = {} }: Pick<Town, 'state' | 'middle' | 'districts' | 'map'>,
): Promise<void> {
  for (const [district, part] of Object.entries(districts)) {
    const tier = district.split(':')[0]
    await world.maps.emit(
      `ocd-division/country:us/state:${state}/${district}`,
      { release: `${state}-${tier}`, is_simplified: false, ...map },
      { json: shapeOf(middle, part) },
    )
  }
}
