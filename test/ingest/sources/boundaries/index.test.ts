import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Observation } from '../../../../ingest/source-interface/observation.ts'
import type { SourceItem } from '../../../../ingest/source-interface/source.ts'
import { boundaries } from '../../../../ingest/sources/boundaries/index.ts'
import { sha256Of } from '../../../../runtime/object-store/object-name.ts'
import type { Boundary } from '../../../../schemas/event-bodies/boundary.ts'
import { collect } from '../../../support/harness/collect.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'

const scratch = await mkdtemp(join(tmpdir(), 'boundaries-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))
const US = 'ocd-division/country:us'
let times = 0

/** A square of one degree, counterclockwise. */
const square = (west: number, south: number) => [
  [west, south],
  [west + 1, south],
  [west + 1, south + 1],
  [west, south + 1],
  [west, south],
]
const polygon = { type: 'Polygon', coordinates: [square(-97, 40)] }
const feature = (properties: object, geometry: object | null = polygon) => ({
  type: 'Feature',
  properties,
  geometry,
})
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features })

async function readAll(files: Record<string, object | string>): Promise<SourceItem[]> {
  const folder = join(scratch, String(++times))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return collect(boundaries.read({ paths: [folder], started_at: '2026-11-28T00:00:00Z' }))
}

const observedIn = (items: readonly SourceItem[]) =>
  items.flatMap((item) =>
    item.kind === 'observed' ? [item.group[0] as Observation & { entity: 'boundary' }] : [],
  )
const boundaryIn = (items: readonly SourceItem[]): Boundary[] =>
  observedIn(items).map(({ parts }) => parts.boundary!)
const reasonsIn = (items: readonly SourceItem[]) =>
  items.flatMap((item) => (item.kind === 'rejected' ? [item.rejection.detail] : []))

const sld = (code: object, name: string, state = '31') => ({
  STATEFP: state,
  ...code,
  NAMELSAD: name,
  LSY: '2024',
  GEOID: '31007',
})

describe('boundaries', () => {
  it('name their division, shape, measures, and first valid day', async () => {
    const items = await readAll({
      'NE_upper.json': collection(
        feature({ ...sld({ SLDUST: '007' }, 'State Senate District 7'), ALAND: 9.4e9, AWATER: 1e6 }),
      ),
    })
    const [first] = boundaryIn(items)
    expect(first).toEqual({
      division_id: `${US}/state:ne/sldu:7`,
      release: 'census-sld-2024',
      name: 'State Senate District 7',
      valid_from: '2025-01-08',
      valid_to: null,
      is_simplified: null,
      geometry: {
        sha256: sha256Of(Buffer.from(JSON.stringify(polygon))),
        bytes: JSON.stringify(polygon).length,
        media_type: 'application/geo+json',
      },
      geometry_type: 'Polygon',
      bbox: { west: -97, south: 40, east: -96, north: 41 },
      points: 5,
      area_m2: 9_401_798_304,
      printed_area_m2: 9_401_000_000,
      identifiers: [{ scheme: 'census_geoid', identifier: '31007' }],
      extras: { LSY: '2024' },
    })
    expect(items[0]).toMatchObject({ objects: [{ bytes: Buffer.from(JSON.stringify(polygon)) }] })
    const observed = observedIn(items)
    expect(observed[0]).toMatchObject({
      jurisdiction: `${US}/state:ne`,
      record: expect.stringMatching(/#1$/),
    })
    expect(observed.flatMap(faultsOf)).toEqual([])
  })

  it.each([
    [sld({ SLDLST: '10A' }, 'State House District 10A', '27'), 'state:mn/sldl:10a'],
    [sld({ SLDUST: '00A' }, 'State Senate District A', '02'), 'state:ak/sldu:a'],
    [sld({ SLDLST: '04A' }, 'State House District 4A', '38'), 'state:nd/sldl:4a'],
    [sld({ SLDLST: '415' }, 'State House District Grafton 05', '33'), 'state:nh/sldl:grafton_5'],
    [sld({ SLDLST: 'C13' }, 'Chittenden-13 State House District', '50'), 'state:vt/sldl:chittenden-13'],
    [
      sld({ SLDUST: 'CHS' }, 'Chittenden South East Senatorial District', '50'),
      'state:vt/sldu:chittenden-southeast',
    ],
    [
      sld({ SLDUST: 'D03' }, 'Berkshire, Hampden, Franklin and Hampshire District', '25'),
      'state:ma/sldu:berkshire_hampden_franklin_and_hampshire',
    ],
    [sld({ SLDUST: '001' }, 'Ward 1', '11'), 'state:dc/ward:1'],
    [{ STATEFP: '02', CD119FP: '00', NAMELSAD: 'At Large' }, 'state:ak/cd:1'],
    [{ STATEFP: '11', CD119FP: '98', NAMELSAD: 'Delegate District' }, 'state:dc/cd:1'],
    [
      { STATEFP: '22', COUNTYFP: '071', NAME: 'Orleans', NAMELSAD: 'Orleans Parish' },
      'state:la/county:orleans',
    ],
    [{ STATEFP: '25', PLACEFP: '1', NAME: "Clark's Point", NAMELSAD: 'x' }, 'state:ma/place:clark~s_point'],
    [{ ocd_id: `${US}/state:mt/cd:0`, name: 'MT 0' }, 'state:mt/cd:1'],
    [{ ocd_id: `${US}/state:dc/county:district_of_columbia`, name: 'DC' }, 'state:dc'],
  ])('belong to the right division: %j', async (properties, id) => {
    const [first] = boundaryIn(await readAll({ 'layer.geojson': collection(feature(properties)) }))
    expect(first?.division_id).toBe(`${US}/${id}`)
  })

  it('identify ridings by their given id and constituencies by their code', async () => {
    const emitted = boundaryIn(
      await readAll({
        'ridings.geojson': collection(
          feature({
            ocd_id: 'ocd-division/country:ca/ed:10001-2023',
            name: 'Avalon',
            valid_from: '2024-04-23',
          }),
          feature({ PCON24CD: 'E14001063', PCON24NM: 'Aldershot' }),
        ),
      }),
    )
    expect(emitted.map(({ division_id, release, valid_from }) => [division_id, release, valid_from])).toEqual(
      [
        ['ocd-division/country:ca/ed:10001-2023', 'ridings', '2024-04-23'],
        ['ocd-division/country:gb/constituency:e14001063', 'gb-constituency-2024', null],
      ],
    )
  })

  it('take effect on the day that their file, Congress, or year gives', async () => {
    const emitted = boundaryIn(
      await readAll({
        'dc/ward-2012.geojson': collection(feature({ WARD: 8, NAME: 'Ward 8' })),
        'cd115.display.geojson': feature({
          ...{ aclu_id: 'aclu/1', ocd_id: `${US}/state:vt/cd:0`, name: 'VT 0', start_session: 115 },
          ...{ start_date: '2017-01-03', end_date: '2019-01-03' },
        }),
        'cd119.json': collection(feature({ STATEFP: '50', CD119FP: '00', NAMELSAD: 'At Large' })),
        'odd.json': collection(feature({ ...sld({ SLDUST: '001' }, 'District 1'), LSY: '2019' })),
      }),
    )
    expect(emitted.map((one) => [one.release, one.valid_from, one.valid_to, one.is_simplified])).toEqual([
      ['aclu-cd-115-display', '2017-01-03', '2019-01-03', true],
      ['census-cd-119', '2025-01-03', null, null],
      ['dc-wards-2012', '2012-01-01', null, null],
      ['census-sld-2019', null, null, null],
    ])
  })

  it('are stored in one form: counterclockwise outlines, clockwise holes, no heights, rounded coordinates', async () => {
    const hole = square(-96.8, 40.2).map(([x, y]) => [-96.8 + (x! + 96.8) / 2, 40.2 + (y! - 40.2) / 2, 12])
    const messy = {
      type: 'MultiPolygon',
      coordinates: [[square(-97.000000004, 40).toReversed(), hole], [square(-95, 40)]],
    }
    const items = await readAll({
      'a.json': feature({ ocd_id: `${US}/state:ne`, name: 'Nebraska' }, messy),
    })
    const [item] = items
    const stored = item?.kind === 'observed' ? JSON.parse(item.objects![0]!.bytes.toString()) : null
    expect(stored.coordinates[0][0]).toEqual(square(-97, 40))
    expect(stored.coordinates[0][1][0]).toEqual([-96.8, 40.2])
    expect(stored.coordinates[0][1][1]).toEqual([-96.8, 40.7])
    expect(boundaryIn(items)[0]).toMatchObject({ geometry_type: 'MultiPolygon', points: 15 })
  })

  it('are marked as simplified if their area differs from the printed one', async () => {
    const [first] = boundaryIn(
      await readAll({
        'a.json': feature({ ...sld({ SLDUST: '001' }, 'District 1'), ALAND: 9e9, AWATER: 1e9 }),
      }),
    )
    expect(first).toMatchObject({ is_simplified: true, printed_area_m2: 10_000_000_000 })
  })

  it('are rejected one by one with a reason if they are bad, and undefined districts are skipped', async () => {
    const passed: string[] = []
    const folder = join(scratch, String(++times))
    await mkdir(folder)
    const bad = [
      feature({ ocd_id: 'nowhere', name: 'x' }),
      feature({ colour: 'red' }),
      feature({ ocd_id: `${US}/state:ne`, name: 'x' }, { type: 'Point', coordinates: [1, 2] }),
      feature({ ocd_id: `${US}/state:ne`, name: 'x' }, null),
      feature(
        { ocd_id: `${US}/state:ne`, name: 'x' },
        {
          type: 'Polygon',
          coordinates: [
            [
              [500_000, 1],
              [1, 2],
            ],
          ],
        },
      ),
      feature(
        { ocd_id: `${US}/state:ne`, name: 'x' },
        { type: 'Polygon', coordinates: [square(1, 2).slice(1)] },
      ),
      feature({ STATEFP: '98', CD119FP: '01', NAMELSAD: 'x' }),
      feature(sld({ SLDLST: 'ZZZ' }, 'State House Districts not defined', '33')),
      feature({ ocd_id: `${US}/state:ne`, name: 'Nebraska' }),
    ]
    await writeFile(join(folder, 'a.json'), JSON.stringify(collection(...bad)))
    await writeFile(
      join(folder, 'b.json'),
      JSON.stringify({ ...collection(), crs: { properties: { name: 'EPSG:26985' } } }),
    )
    const items = await collect(
      boundaries.read({
        paths: [folder],
        started_at: '2026-11-28T00:00:00Z',
        passed_over: (name, why) => passed.push(`${name.split('/').at(-1)}: ${why}`),
      }),
    )
    expect(reasonsIn(items)).toEqual([
      'ocd_id is "nowhere", not a division id',
      'properties is {"colour":"red"}, not of a layer that is known',
      'geometry.type is "Point", not Polygon or MultiPolygon',
      'geometry.type is missing, not Polygon or MultiPolygon',
      'geometry.coordinates is [500000,1], not longitude and latitude',
      'geometry.coordinates is [[2,2],[2,3]], not a closed ring of four points and more',
      'STATEFP is "98", not the code of a state',
      'crs is {"properties":{"name":"EPSG:26985"}}, not longitude and latitude',
    ])
    const [rejected] = items.flatMap((item) => (item.kind === 'rejected' ? [item.rejection] : []))
    expect(JSON.parse(rejected!.bytes.toString())).toMatchObject({ name: 'a', features: [bad[0]] })
    expect(boundaryIn(items)).toHaveLength(1)
    expect(passed).toEqual(['a.json#8: no district is defined there'])
  })
})
