import { describe, expect, it } from 'vitest'
import { openaddresses } from '../../../../ingest/sources/openaddresses/index.ts'
import { releasesIn } from '../../../support/source-records/address-objects.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { shapefile, squareAt } from '../../../support/source-records/shapefiles.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'

async function read(files: Readonly<Record<string, unknown>>) {
  const result = await readSourceFiles(openaddresses, files)
  expect(result.observations.flatMap(faultsOf)).toEqual([])
  return {
    ...result,
    releases: releasesIn(result.items),
    details: result.rejections.map(({ detail }) => detail),
  }
}

const HEADER = 'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n'
const csv = (...rows: readonly string[]) => HEADER + rows.map((row) => `${row}\n`).join('')
const MAIN = '-110.9,46.5,12,Main St,2B,White Sulphur Springs,,MT,59645,7,abc'
const feature = (properties: object, coordinates: unknown = [-110.9, 46.5]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
})
const esri = (features: readonly object[], wkid = 4326) => ({ spatialReference: { wkid }, features })
const CARSON = {
  SITENUMBER: '555',
  SITEFRAC: '1/2',
  SITEPREF: 'E',
  SITESTREET: 'CARSON ST',
  SITEUNIT: ' ',
  SITECITY: 'CARSON, CA',
  SITEZIP: '90745-1',
}

describe('a table of OpenAddresses', () => {
  it('becomes a release with a row for each address', async () => {
    const { releases } = await read({ 'us/mt/meagher.csv': csv(MAIN) })
    expect(releases).toMatchObject([
      {
        publisher: 'openaddresses',
        area: 'ocd-division/country:us/state:mt/county:meagher',
        vintage: 'undated',
        name: 'openaddresses-us-mt-meagher',
        rows: 1,
        rejected: 0,
        identifiers: [{ scheme: 'openaddresses', identifier: 'us/mt/meagher' }],
      },
    ])
    expect(releases[0]!.rowsOf('points')).toEqual([
      {
        number: '12',
        street: 'Main St',
        unit: '2B',
        city: 'White Sulphur Springs',
        zip5: '59645',
        x: -110_900_000,
        y: 46_500_000,
      },
    ])
  })

  it.each([
    ['without a number', '-110.9,46.5,,Main St,,,,MT,,,', 'the house number is missing'],
    ['with the number zero', '-110.9,46.5,0,Main St,,,,MT,,,', 'the house number is missing'],
    ['without a street', '-110.9,46.5,12,,,,,MT,,,', 'the street is missing'],
    ['without a position', ',,12,Main St,,,,MT,,,', 'the position is missing'],
    [
      'with a position beyond the poles',
      '-110.9,146.5,12,Main St,,,,MT,,,',
      'the position is not on the earth',
    ],
    ['at the origin', '0,0,12,Main St,,,,MT,,,', 'the position is not on the earth'],
    ['with a position that is no number', 'x,y,12,Main St,,,,MT,,,', 'the position is not on the earth'],
  ])('counts a row %s as rejected, and says why without its address', async (_, row, why) => {
    const { releases, passed_over } = await read({ 'us/mt/meagher.csv': csv(MAIN, row) })
    expect(releases).toMatchObject([{ rows: 1, rejected: 1 }])
    expect(passed_over).toEqual([
      ['us/mt/meagher.csv#2', `${why}; rows of this file rejected for this reason: 1`],
    ])
  })

  it('is rejected as a whole if no row gives an address, if its columns are unknown, or if it is broken', async () => {
    const { releases, details } = await read({
      'us/mt/a.csv': csv('-110.9,46.5,,Main St,,,,MT,,,'),
      'us/mt/b.csv': 'OWNER,PHONE\nx,1\n',
      'us/mt/c.json': '{"features": [{"attributes": {"OWNER_NAME": "Doe Jane',
      'us/mt/d.json': esri([{ attributes: CARSON, geometry: { x: 1, y: 2 } }], 2263),
    })
    expect(releases).toEqual([])
    expect(details).toEqual([
      'rows are 1, and none of them gives an address',
      'columns is "OWNER, PHONE", not of a layout that is known',
      'no JSON object',
      'spatialReference is 2263, not WGS 84, NAD 83 or Web Mercator',
    ])
  })

  it('is one release if its features come on lines of one file', async () => {
    const lines = [1, 2, 3].map((number) =>
      JSON.stringify(
        feature({
          hash: '',
          number: String(number),
          street: 'Main St',
          unit: '',
          city: '',
          district: '',
          region: '',
          postcode: '',
          id: '',
        }),
      ),
    )
    const files = { 'us/mt/meagher-addresses-county.geojson': [...lines, '{"type": "Fea'].join('\n') }
    const { releases } = await read(files)
    expect(releases).toMatchObject([
      { rows: 3, rejected: 1, area: 'ocd-division/country:us/state:mt/county:meagher' },
    ])
  })

  it('may be converted from Web Mercator', async () => {
    const geometry = { x: -12_345_331.5, y: 5_861_450.6 }
    const { releases } = await read({
      'us-ca-carson-0.json': esri([{ attributes: CARSON, geometry }], 102_100),
    })
    const [row] = releases[0]!.rowsOf('points')
    expect(row).toMatchObject({
      number: '555 1/2',
      street: 'E CARSON ST',
      unit: null,
      city: 'CARSON',
      zip5: '90745',
    })
    expect([row!.x / 1e6, row!.y / 1e6]).toEqual([expect.closeTo(-110.8999, 3), expect.closeTo(46.5, 1)])
  })

  it('with parcels gives a point inside of each parcel', async () => {
    const attributes = { ...CARSON, OWNER_NAME: 'DOE JANE' }
    const rings = [
      [
        [0, 0],
        [0, 4],
        [4, 4],
        [4, 0],
        [0, 0],
      ],
      [
        [1, 1],
        [3, 1],
        [3, 3],
        [1, 3],
        [1, 1],
      ],
    ]
    const { releases, items } = await read({
      'us-ca-carson-0.json': esri([{ attributes, geometry: { rings } }]),
    })
    expect(releases[0]!.rowsOf('points')).toMatchObject([{ x: 500_000, y: 2_000_000 }])
    expect(JSON.stringify([items, releases[0]!.rowsOf('points')])).not.toContain('DOE')
  })

  it('may be a shapefile in a zip', async () => {
    const row = {
      StreetNum: 2139,
      Direction: '',
      StreetName: 'DANA',
      StreetSufx: 'ST',
      Unit: 'A',
      City: 'BOSTON',
      State: 'MA',
      Zip: 2139,
    }
    const files = shapefile('Parcels', { rows: [row], shapes: [[squareAt(-71_000_000, 42_000_000)]] })
    const { releases } = await read({ 'us-ma-boston.zip': await zipArchive(files) })
    expect(releases).toMatchObject([{ area: 'ocd-division/country:us/state:ma/place:boston' }])
    expect(releases[0]!.rowsOf('points')).toMatchObject([
      { number: '2139', street: 'DANA ST', unit: 'A', zip5: '02139' },
    ])
  })
})

describe('the area of a file of OpenAddresses', () => {
  it.each([
    ['us/pa/lancaster.csv', 'PA', 'Elizabeth', 'state:pa/county:lancaster'],
    ['us/pa/city_of_lancaster.csv', 'PA', 'Lancaster', 'state:pa/place:lancaster'],
    ['us/pa/lancaster.csv', 'PA', 'Lancaster', 'state:pa/place:lancaster'],
    ['us/ca/berkeley-addresses-city.geojson', '', '', 'state:ca/place:berkeley'],
    ['us/la/acadia.csv', '', '', 'state:la/county:acadia'],
    ['us/wy/statewide.csv', '', '', 'state:wy'],
    ['us-nm-washington-0.csv', 'MN', 'Hugo', 'state:mn/county:washington'],
    ['collected-2024-03-09/us/nc/mcdowell.csv', '', '', 'state:nc/county:mcdowell'],
  ])('%s with rows in %s %s is the division that they name', async (name, region, city, area) => {
    const properties = { number: '1', street: 'Main St', region, city }
    const content = name.endsWith('csv')
      ? csv(`-110.9,46.5,1,Main St,,${city},,${region},,,`)
      : feature(properties)
    const { releases } = await read({ [name]: content })
    expect(releases).toMatchObject([
      { area: `ocd-division/country:us/${area}`, vintage: name.includes('2024') ? '2024-03-09' : 'undated' },
    ])
  })

  it('must be known, and no other file of the input may have it', async () => {
    const row = '-110.9,46.5,1,Main St,,,,,,,'
    expect((await read({ 'places.csv': csv(row) })).details).toEqual([
      expect.stringContaining('not one with a state: us/<state>/<county or city>'),
    ])
    const { releases, rejections } = await read({
      'us/mt/meagher.csv': csv(row),
      'us/mt/meagher.json': {
        type: 'FeatureCollection',
        features: [feature({ number: '2', street: 'Elk Ln' })],
      },
    })
    expect(releases).toHaveLength(1)
    expect(rejections).toMatchObject([
      {
        reason: 'conflicting_duplicate',
        detail: expect.stringContaining('give each file the name of another area'),
      },
    ])
  })
})
