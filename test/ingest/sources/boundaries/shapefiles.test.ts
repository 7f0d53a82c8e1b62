import { describe, expect, it } from 'vitest'
import { boundaries } from '../../../../ingest/sources/boundaries/index.ts'
import type { Boundary } from '../../../../schemas/event-bodies/boundary.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles, STARTED_AT } from '../../../support/source-records/read-source.ts'
import { shapefile, squareAt } from '../../../support/source-records/shapefiles.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'

async function read(files: Readonly<Record<string, unknown>>) {
  const result = await readSourceFiles(boundaries, files)
  expect(result.observations.flatMap(faultsOf)).toEqual([])
  const found = result.of('boundary').map(({ parts }) => parts.boundary!)
  return { ...result, found }
}

const district = (code: string) => ({
  STATEFP: '31',
  SLDUST: code,
  GEOID: `31${code}`,
  NAMELSAD: `State Legislative District ${Number(code)}`,
  LSY: '2024',
})
const shapes = [[squareAt(-97_000_000, 40_000_000)], [squareAt(-96_000_000, 40_000_000)]]
const geometries = (items: Awaited<ReturnType<typeof read>>['items']) =>
  items.flatMap((item) =>
    item.kind === 'observed' ? [JSON.parse(item.objects![0]!.bytes.toString('utf8'))] : [],
  )

describe('boundaries from a shapefile', () => {
  it('are those of the same districts as GeoJSON', async () => {
    const rows = [district('007'), district('008')]
    const asShapefile = await read({
      'tl_2024_31_sldu.zip': await zipArchive(shapefile('tl_2024_31_sldu', { rows, shapes })),
    })
    const asGeojson = await read({
      'tl_2024_31_sldu.geojson': {
        type: 'FeatureCollection',
        features: rows.map((properties, nth) => ({
          type: 'Feature',
          properties,
          geometry: { type: 'Polygon', coordinates: [shapes[nth]![0]!.map(([x, y]) => [x / 1e6, y / 1e6])] },
        })),
      },
    })
    const plain = ({ is_simplified: _, ...boundary }: Boundary) => boundary
    expect(asShapefile.found.map(plain)).toEqual(asGeojson.found.map(plain))
    expect(asShapefile.found.map(({ division_id }) => division_id.split('/').at(-1))).toEqual([
      'sldu:7',
      'sldu:8',
    ])
    expect(asShapefile.found.map(({ is_simplified }) => is_simplified)).toEqual([false, false])
  })

  it('are simplified in the cartographic files of the Census, and unknown in others', async () => {
    const rows = [district('007')]
    const { found } = await read({
      ...shapefile('cb_2024_31_sldu_500k', { rows, shapes: shapes.slice(0, 1) }),
      ...shapefile('districts', { rows: [district('008')], shapes: shapes.slice(0, 1) }),
    })
    expect(found.map(({ is_simplified }) => is_simplified)).toEqual([true, null])
  })

  it('have their holes and parts', async () => {
    const hole = squareAt(-96_800_000, 40_200_000, 100_000).toReversed()
    const parts = [hole, squareAt(-97_000_000, 40_000_000), squareAt(-95_000_000, 40_000_000)]
    const { items, found } = await read(
      shapefile('tl_2024_31_sldu', { rows: [district('007')], shapes: [parts] }),
    )
    expect(found).toMatchObject([{ geometry_type: 'MultiPolygon', points: 15 }])
    expect(
      geometries(items)[0]
        .coordinates.map((rings: unknown[]) => rings.length)
        .toSorted(),
    ).toEqual([1, 2])
  })

  it('are rejected one by one, as GeoJSON that can be read again', async () => {
    const rows = [district('007'), { ...district('008'), STATEFP: '98' }]
    const { found, rejections } = await read(shapefile('tl_2024_31_sldu', { rows, shapes }))
    expect(found).toHaveLength(1)
    expect(rejections).toMatchObject([{ detail: 'STATEFP is "98", not the code of a state' }])
    const [name, bytes] = [rejections[0]!.record.split('#')[0]!, rejections[0]!.bytes.toString('utf8')]
    expect(name).toMatch(/tl_2024_31_sldu\.shp\.geojson$/u)
    const again = await read({ [name.split('/').at(-1)!]: bytes.replace('"98"', '"31"') })
    expect(again.found.map(({ division_id }) => division_id.split('/').at(-1))).toEqual(['sldu:8'])
  })

  it.each([
    ['faces', { TFID: 1, STATEFP: '31', COUNTYFP: '001', PLACEFP: '00001', SLDUST: '007' }],
    [
      'county subdivisions',
      { STATEFP: '31', COUNTYFP: '001', COUSUBFP: '00001', NAME: 'A', NAMELSAD: 'A township' },
    ],
  ])('are not made of %s', async (_, row) => {
    const { items, passed_over } = await read(shapefile('x', { rows: [row], shapes: shapes.slice(0, 1) }))
    expect(items).toEqual([])
    expect(passed_over).toEqual([['x.shp', 'a shapefile without a layer that is known']])
  })

  it('are rejected with the name of the system if that is unknown', async () => {
    const files = shapefile('tl_2024_31_sldu', { rows: [district('007')], shapes: shapes.slice(0, 1) })
    const { rejections } = await read({
      ...files,
      'tl_2024_31_sldu.prj': 'LOCAL_CS["Site grid",UNIT["Meter",1.0]]',
    })
    expect(rejections).toMatchObject([
      {
        reason: 'record_invalid',
        detail: 'prj is "Site grid", not a system on WGS 84 or NAD 83 that is known',
      },
    ])
  })

  it('are cities if they belong to no county, and the District if they are its county', async () => {
    const county = (state: string, code: string, name: string) => ({
      STATEFP: state,
      COUNTYFP: code,
      GEOID: `${state}${code}`,
      NAME: name,
      NAMELSAD: name,
    })
    const rows = [
      county('51', '159', 'Richmond'),
      county('51', '760', 'Richmond'),
      county('11', '001', 'District of Columbia'),
    ]
    const { found } = await read(shapefile('tl_2024_us_county', { rows, shapes: [...shapes, shapes[0]!] }))
    expect(found.map(({ division_id }) => division_id.replace('ocd-division/country:us/', ''))).toEqual([
      ...['state:va/county:richmond', 'state:va/place:richmond', 'state:dc'],
    ])
  })
})

describe('districts of a state file', () => {
  it('are base and floterial districts over the same ground', async () => {
    const rows = [
      { DISTRICT: 'Belknap 01', KIND: 'base' },
      { DISTRICT: 'Coös 7', KIND: 'floterial' },
    ]
    const { found, observations } = await read(
      shapefile('nh/house-2024', { rows, shapes: [shapes[0]!, shapes[0]!] }),
    )
    expect(found).toMatchObject([
      {
        division_id: 'ocd-division/country:us/state:nh/sldl:belknap_1',
        name: 'Belknap 01',
        extras: { kind: 'base' },
      },
      { division_id: 'ocd-division/country:us/state:nh/sldl:coös_7', extras: { kind: 'floterial' } },
    ])
    expect(new Set(found.map(({ release, valid_from }) => `${release} ${valid_from}`))).toEqual(
      new Set(['nh-sldl-2024 2024-12-04']),
    )
    expect(observations.map(({ observed_at }) => observed_at)).toEqual([STARTED_AT, STARTED_AT])
  })

  it('name their state, chamber, map and days in further columns', async () => {
    const row = {
      district: '7',
      kind: 'base',
      state: 'VT',
      chamber: 'upper',
      name: 'Seven',
      release: 'vt-2030',
      valid_from: '2031-01-08',
      valid_to: '2041-01-08',
    }
    const { found } = await read(shapefile('map', { rows: [row], shapes: [shapes[0]!] }))
    expect(found).toMatchObject([
      {
        division_id: 'ocd-division/country:us/state:vt/sldu:7',
        name: 'Seven',
        release: 'vt-2030',
        valid_from: '2031-01-08',
        valid_to: '2041-01-08',
      },
    ])
  })

  it.each([
    [{ district: '7', kind: 'floating', state: 'nh' }, 'kind is "floating", not base or floterial'],
    [{ district: '7', kind: 'base', state: 'xx' }, 'state is "xx", not the postal code of a state'],
    [{ district: '//', kind: 'base', state: 'nh' }, 'district is "//", not a name or number'],
    [
      { district: 'Coos 7', kind: 'floterial', state: 'nh' },
      'release is null, not the map of the base districts, which the file lacks',
    ],
  ])('are rejected if they are %o', async (row, detail) => {
    const { rejections } = await read(shapefile('map', { rows: [row], shapes: [shapes[0]!] }))
    expect(rejections).toMatchObject([{ detail }])
  })
})
