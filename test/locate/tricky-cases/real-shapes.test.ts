import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Layer, writeShapefile } from '../../../corpus/county/shapefile/write-shapefile.ts'
import { boundaries } from '../../../ingest/sources/boundaries/index.ts'
import type { Locator } from '../../../locate/lookup/located.ts'
import { createLocator } from '../../../locate/lookup/locator.ts'
import { rangeOf } from '../../support/builders/address-releases.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { realData } from '../../support/harness/real-data.ts'
import { createGeoWorld, type GeoWorld } from '../../support/locate/geo-world.ts'
import { eastward, type Middle } from './invented-towns.ts'

const maps = [
  'NE_upper',
  'VT_upper',
  'VT_lower',
  'WA_upper',
  'WA_lower',
  'NH_upper',
  'NH_lower',
  'AZ_upper',
  'AZ_lower',
].map((name) => realData(`boundaries/tiger2024-sld/${name}.json.gz`))
const wards = realData('boundaries/dc/Wards_from_2022.geojson.gz')

/** Real streets at their real positions; the numbers of their ranges are invented. */
const streets: readonly (readonly [
  state: string,
  place: string,
  zip5: string,
  street: string,
  at: Middle,
])[] = [
  ['ne', 'Lincoln', '68508', 'K St', [-96.6998, 40.8076]],
  ['wa', 'Seattle', '98103', 'N 45th St', [-122.337, 47.6614]],
  ['wa', 'Seattle', '98105', 'NE 45th St', [-122.281, 47.6612]],
  ['vt', 'Burlington', '05401', 'Church St', [-73.2127, 44.4759]],
  ['nh', 'Concord', '03301', 'N Main St', [-71.5376, 43.2067]],
  ['az', 'Phoenix', '85007', 'W Washington St', [-112.0969, 33.4483]],
  ['dc', 'Washington', '20500', 'Pennsylvania Ave NW', [-77.0365, 38.8977]],
  ['dc', 'Washington', '20003', 'Pennsylvania Ave SE', [-76.98, 38.8795]],
]

describe.skipIf([...maps, wards].includes(undefined))('an address on real maps', () => {
  let world: GeoWorld
  let locate: Locator['locate']

  beforeAll(async () => {
    world = await createGeoWorld()
    await world.ingest(boundaries, ...maps.map((file) => file!), wards!.replace(/\/[^/]*$/u, ''))
    for (const [state, rows] of Map.groupBy(streets, ([first]) => first)) {
      const id = `ocd-division/country:us/state:${state}`
      await world.release(
        { name: state, area: id },
        {
          ranges: rows.flatMap(([, place, zip5, street, at]) => {
            const line = eastward(at, 0, -0.002)
            return [
              rangeOf({ place, zip5, street, line, from: '1000', to: '1998' }),
              rangeOf({ place, zip5, street, line, side: 'L', from: '1001', to: '1999', parity: 'O' }),
            ]
          }),
          places: rows.map(([, place]) => ({
            division_id: `${id}/place:${place.toLowerCase()}`,
            name: place,
          })),
        },
      )
    }
    await world.load()
    locate = createLocator({ database: world.database }).locate
  }, 120_000)

  const ask = async (address: string) => {
    const found = await locate({ address }, { as_of: '2026-06-01' })
    if (!found.matched) return found.reason
    return found.divisions.map(({ division_id }) => division_id.split('/').at(-1)).join(' ')
  }

  it.each([
    ['the White House, without a ZIP code', '1600 Pennsylvania Ave NW, Washington, DC', 'ward:2'],
    ['the same number in another quadrant', '1600 Pennsylvania Ave SE, Washington, DC', 'ward:6'],
    ['no quadrant', '1600 Pennsylvania Ave, Washington, DC', 'ambiguous'],
    ['the only chamber of Nebraska', '1444 K St, Lincoln, NE 68508', 'sldu:28'],
    ['the even side of a real line', '1500 N 45th St, Seattle, WA', 'sldl:43 sldu:43'],
    ['the odd side of a real line', '1501 N 45th St, Seattle, WA', 'sldl:46 sldu:46'],
    ['NE instead of N', '1501 NE 45th St, Seattle, WA', 'sldl:43 sldu:43'],
    ['neither N nor NE', '1501 45th St, Seattle, WA', 'ambiguous'],
    ['a direction that the street does not have', '1500 S 45th St, Seattle, WA', 'not_found'],
    [
      'a district of Vermont with a hyphen',
      '1490 Church St, Burlington, VT 05401',
      'sldl:chittenden-16 sldu:chittenden-central',
    ],
    ['one district with three members', '1700 W Washington St, Phoenix, AZ', 'sldl:11 sldu:11'],
    [
      'New Hampshire, whose floterial districts the Census lacks',
      '1070 N Main St, Concord, NH 03301',
      'sldl:merrimack_18 sldu:15',
    ],
  ])('is found or refused: %s', async (_name, address, expected) => {
    expect(await ask(address)).toBe(expected)
  })

  it('lies in its floterial district too if a shapefile of the state adds it to the map of the Census', async () => {
    await world.ingest(boundaries, await stateFile([['Merrimack 99', 'floterial', 'census-sld-2024']]))
    await world.load()
    expect(await ask('1070 N Main St, Concord, NH 03301')).toBe('sldl:merrimack_18 sldl:merrimack_99 sldu:15')
  })

  it('lies in the districts of the state if its shapefile has all of them, whatever was loaded last', async () => {
    const file = await stateFile([
      ['Merrimack 97', 'base', 'nh-house'],
      ['Merrimack 98', 'floterial', 'nh-house'],
    ])
    await world.ingest(boundaries, file)
    await world.ingest(boundaries, maps.find((each) => each!.includes('NH_lower'))!)
    await world.load()
    expect(await ask('1070 N Main St, Concord, NH 03301')).toBe('sldl:merrimack_97 sldl:merrimack_98 sldu:15')
  })
})

/** A shapefile as a state publishes it, with areas around Concord. */
async function stateFile(
  rows: readonly (readonly [district: string, kind: string, release: string])[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-state-'))
  cleanUp(() => rm(folder, { recursive: true }))
  const text = (name: string) => ({ name, type: 'C', length: 40 }) as const
  const [west, south, east, north] = [-71_700_000, 43_100_000, -71_400_000, 43_300_000]
  const layer: Layer = {
    kind: 'area',
    columns: ['DISTRICT', 'KIND', 'RELEASE', 'VALID_FROM'].map(text),
    features: rows.map(([DISTRICT, KIND, RELEASE]) => ({
      shape: [
        [
          [west, south],
          [west, north],
          [east, north],
          [east, south],
          [west, south],
        ],
      ],
      row: { DISTRICT, KIND, RELEASE, VALID_FROM: '2024-12-04' },
    })),
  }
  await writeShapefile(join(folder, 'nh_house_2024'), layer)
  return folder
}
