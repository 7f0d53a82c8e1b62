import { faceRowsOf, rangeRowsOf } from '../../../corpus/county/address-rows.ts'
import type { DistrictMap } from '../../../corpus/county/districts.ts'
import { places } from '../../../corpus/county/faces.ts'
import { cellsOf } from '../../../corpus/county/grid.ts'
import { outlineOf } from '../../../corpus/county/outline.ts'
import { placeOutline } from '../../../corpus/county/place-layers.ts'
import type { Shape } from '../../../corpus/county/shapefile/shp.ts'
import { type CountySite, cityAt, codeAt, districtAt, pointAt } from '../../../corpus/county/sites.ts'
import type { County } from '../../../corpus/county/write-county.ts'
import { emitRelease } from '../../../test/support/builders/address-releases.ts'
import type { Maps } from '../../../test/support/builders/boundaries.ts'
import type { EventBuilder } from '../../../test/support/builders/event-builder.ts'
import { emitMember } from './emit-member.ts'

const STATE_MAP = 'bench-sld-2024'
const CONGRESS_MAP = 'bench-cd-119'
const OTHER_MAP = 'bench-2024'
const tiers = { lower: 'sldl', upper: 'sldu', congress: 'cd' } as const
const MILLIONTHS = 1_000_000

/** The outlines of a drawn county, which its copies shift. */
export type Outlines = {
  readonly districts: readonly { readonly map: DistrictMap; readonly code: string; readonly shape: Shape }[]
  readonly county: Shape
  readonly cities: readonly { readonly name: string; readonly shape: Shape }[]
}

export function outlinesOf({ grid, maps, faces }: County): Outlines {
  const cells = [...cellsOf(grid)]
  return {
    districts: maps.flatMap((map) =>
      [...Map.groupBy(cells, map.districtOf)].map(([code, own]) => ({ map, code, shape: outlineOf(own) })),
    ),
    county: outlineOf(cells),
    cities: places.map((place) => ({ name: place.name, shape: placeOutline(faces, place) })),
  }
}

/** Emits the maps, officials and addresses of one copy, as its sources would, and stores their objects. */
export async function fillSite(parts: {
  readonly county: County
  readonly outlines: Outlines
  readonly site: CountySite
  readonly story: EventBuilder
  readonly maps: Maps
}): Promise<void> {
  const { outlines, site, story, maps } = parts
  const state = `ocd-division/country:us/state:${site.state}`
  const area = `${state}/county:${site.name.toLowerCase().replace(' ', '_')}`
  const shaped = { valid_from: '2023-01-01', is_simplified: false }
  for (const { map, code, shape } of outlines.districts) {
    const number = districtAt(site, map.tier, code)
    const division_id = `${state}/${tiers[map.tier]}:${number}`
    await maps.emit(
      division_id,
      {
        ...shaped,
        release: map.tier === 'congress' ? CONGRESS_MAP : STATE_MAP,
        identifiers: [
          { scheme: 'census_geoid', identifier: `${site.state_code}${codeAt(site, map.tier, code)}` },
        ],
      },
      { json: geometryOf(site, shape) },
    )
    emitMember(story, { state: site.state, tier: map.tier, district: String(number), division_id })
  }
  await maps.emit(area, { ...shaped, release: OTHER_MAP }, { json: geometryOf(site, outlines.county) })
  for (const { name, shape } of outlines.cities) {
    const boundary = { ...shaped, release: OTHER_MAP }
    await maps.emit(placeId(site, name), boundary, { json: geometryOf(site, shape) })
  }
  await emitAddresses(parts, area)
}

const placeId = (site: CountySite, drawn: string): string =>
  `ocd-division/country:us/state:${site.state}/place:${cityAt(site, drawn).toLowerCase()}`

async function emitAddresses(
  { county, site, story, maps }: Parameters<typeof fillSite>[0],
  area: string,
): Promise<void> {
  await emitRelease(
    story,
    maps.store,
    {
      area,
      vintage: '2024',
      name: `bench-${site.state}-${site.county_code}`,
      maps: { upper: STATE_MAP, lower: STATE_MAP, congress: CONGRESS_MAP },
    },
    {
      faces: [...faceRowsOf(county, site)],
      ranges: [...rangeRowsOf(county, site)],
      places: places.map(({ name }) => ({ division_id: placeId(site, name), name: cityAt(site, name) })),
    },
  )
}

/** Parts of a district that touch at corners only are polygons of their own. */
function geometryOf(site: CountySite, shape: Shape): string {
  const polygons = shape.map((ring) => {
    if (areaOf(ring) > 0) throw new Error('a generated district has a hole')
    return [ring.map((point) => pointAt(site, point).map((part) => part / MILLIONTHS))]
  })
  return JSON.stringify({ type: 'MultiPolygon', coordinates: polygons })
}

/** Twice the area, below zero if the ring runs clockwise, as outlines do. */
const areaOf = (ring: Shape[number]): number =>
  ring.slice(1).reduce((sum, [x, y], index) => sum + ring[index]![0] * y - x * ring[index]![1], 0)
