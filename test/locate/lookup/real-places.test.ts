import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pointInPolygon from 'point-in-polygon-hao'
import { describe, expect, it } from 'vitest'
import { boundaries } from '../../../ingest/sources/boundaries/index.ts'
import { tiger } from '../../../ingest/sources/tiger/index.ts'
import { createLocator } from '../../../locate/lookup/locator.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { realData } from '../../support/harness/real-data.ts'
import { createGeoWorld } from '../../support/locate/geo-world.ts'

const DAY = '2026-06-01'
const meagher = realData('addresses/tiger2021-addrfeat-30059')
const maps = ['MT_lower', 'MT_upper'].map((name) => realData(`boundaries/tiger2024-sld/${name}.json.gz`))
const congress = realData('boundaries/cd119/congressional_districts.geojson.gz')
const shops = realData('addresses/dc-snap-retailers.geojson.gz')
const wards = realData('boundaries/dc/Wards_from_2022.geojson.gz')

type Feature = {
  readonly properties: Readonly<Record<string, string | number | null>>
  readonly geometry: { readonly type: string; readonly coordinates: never }
}
const featuresOf = (file: string): readonly Feature[] =>
  JSON.parse(gunzipSync(readFileSync(file)).toString()).features

describe.skipIf(meagher === undefined || maps.includes(undefined))(
  'addresses of Meagher County, Montana',
  () => {
    it('are found in the only districts of the county, and never in others', async () => {
      const world = await createGeoWorld()
      await world.ingest(tiger, meagher!)
      await world.ingest(boundaries, ...maps.map((file) => file!))
      const done = await world.load()
      expect(done.releases).toMatchObject({ loaded: 1, failed: 0 })
      const { locate } = createLocator({ database: world.database })
      const ranges = await world.rows<{ low: number; street: string; zip5: string }>(
        `SELECT low, zip5, concat_ws(' ', predir, street_key, suffix, sufdir) AS street FROM geo.address_range
       WHERE low IS NOT NULL AND zip5 IS NOT NULL ORDER BY tlid, side, street_key`,
      )
      expect(ranges.length).toBeGreaterThan(500)
      const outcomes = new Map<string, number>()
      const found = new Set<string>()
      const asked = ranges.filter((_, at) => NIGHTLY || at % 3 === 0)
      for (const { low, street, zip5 } of asked) {
        const located = await locate(
          { address: `${low} ${street}, White Sulphur Springs, MT ${zip5}` },
          { as_of: DAY },
        )
        const outcome = located.matched ? located.level : located.reason
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (!located.matched) continue
        const districts = located.divisions.filter(({ tier }) => tier.startsWith('sld'))
        found.add(districts.map(({ division_id }) => division_id.split('/').at(-1)).join(' '))
      }
      expect([...found]).toHaveLength(1)
      expect((outcomes.get('range') ?? 0) / asked.length).toBeGreaterThan(0.95)
    })
  },
)

describe.skipIf(shops === undefined || wards === undefined || congress === undefined)(
  'shops of the District of Columbia',
  () => {
    it('lie in the ward that an independent library finds, by their positions', async () => {
      const world = await createGeoWorld()
      await world.ingest(boundaries, wards!.replace(/\/[^/]*$/u, ''), congress!)
      await world.load()
      const { locate } = createLocator({ database: world.database })
      const areas = featuresOf(wards!).map(({ properties, geometry }) => ({
        id: `ocd-division/country:us/state:dc/ward:${properties.WARD}`,
        parts: (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as never[],
      }))
      const points = featuresOf(shops!).filter(({ geometry }) => geometry?.type === 'Point')
      expect(points.length).toBeGreaterThan(300)
      const refused: unknown[] = []
      for (const { geometry } of points) {
        const [longitude, latitude] = geometry.coordinates as unknown as [number, number]
        const located = await locate({ longitude, latitude }, { as_of: DAY })
        if (!located.matched) {
          refused.push([located.reason, located.state])
          continue
        }
        const ids = located.divisions.map(({ division_id }) => division_id)
        expect(ids).toContain('ocd-division/country:us/state:dc/cd:1')
        const covering = areas.filter(({ parts }) =>
          parts.some((part) => pointInPolygon([longitude, latitude], part) !== false),
        )
        expect(ids.filter((id) => id.includes('/ward:'))).toEqual(covering.map(({ id }) => id))
      }
      // One stands where two maps disagree about the line to Maryland.
      expect(refused).toEqual([['split_district', null]])
    })
  },
)
