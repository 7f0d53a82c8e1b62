import { describe, expect, it } from 'vitest'
import { tiger } from '../../../../ingest/sources/tiger/index.ts'
import { releasesIn } from '../../../support/source-records/address-objects.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles } from '../../../support/source-records/read-source.ts'
import { shapefile, squareAt } from '../../../support/source-records/shapefiles.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'
import { addrfeat, type Files, face, places, senate, table } from './county-files.ts'

async function read(files: Files) {
  const result = await readSourceFiles(tiger, files)
  expect(result.observations.flatMap(faultsOf)).toEqual([])
  return { ...result, releases: releasesIn(result.items) }
}

describe('the districts of a redistricting', () => {
  it('are read under the names of columns that other files have, with the year of the file as that of the map', async () => {
    const row = { STATEFP20: '53', SLDUST20: '022', GEOID20: '53022', NAMELSAD20: 'State Senate District 22' }
    const { observations } = await read(
      shapefile('tl_rd22_53_sldu', { rows: [row], shapes: [[squareAt(-123_000_000, 47_000_000)]] }),
    )
    expect(observations.flatMap(({ parts }) => ('boundary' in parts ? parts.boundary! : []))).toMatchObject([
      {
        division_id: 'ocd-division/country:us/state:wa/sldu:22',
        release: 'census-sld-2022',
        name: 'State Senate District 22',
        is_simplified: false,
      },
    ])
  })
})

describe('the faces of a county', () => {
  it('name their districts and place, and the maps that their codes belong to', async () => {
    const { releases, observations } = await read({
      ...addrfeat([{ TFIDL: 11, TFIDR: 12 }]),
      ...table('faces', [
        face({ PLACEFP: '79825' }),
        face({ TFID: 12, SLDUST: 'ZZZ', INTPTLAT: '', CD116FP: '01' }),
      ]),
      ...places({}),
      ...senate('014'),
    })
    expect(releases[0]).toMatchObject({
      area: 'ocd-division/country:us/state:mt/county:meagher',
      maps: { upper: 'census-sld-2020', lower: null, congress: 'census-cd-116' },
      identifiers: [{ scheme: 'census_geoid', identifier: '30059' }],
    })
    const springs = 'White Sulphur Springs'
    expect(releases[0]!.rowsOf('faces')).toEqual([
      {
        tfid: 11,
        place: springs,
        upper: '014',
        lower: '028',
        congress: '00',
        x: -110_903_000,
        y: 46_548_000,
      },
      { tfid: 12, place: null, upper: null, lower: '028', congress: '01', x: null, y: null },
    ])
    expect(releases[0]!.rowsOf('ranges').map(({ place }) => place)).toEqual([springs, null])
    const division_id = 'ocd-division/country:us/state:mt/place:white_sulphur_springs'
    expect(releases[0]!.rowsOf('places')).toEqual([{ division_id, name: springs }])
    expect(observations.flatMap(({ parts }) => ('boundary' in parts ? parts.boundary! : []))).toMatchObject([
      { division_id, release: 'census-place-2021', is_simplified: false },
      {
        division_id: 'ocd-division/country:us/state:mt/sldu:14',
        release: 'census-sld-2020',
        is_simplified: false,
      },
    ])
  })

  it('have the codes of the maps of their vintage and of the last Congress', async () => {
    const older = { SLDUST20: '099', SLDLST20: '098', CD116FP: '00', CD118FP: '02' }
    const faces = table('faces', [{ ...face({}), ...older }])
    const { releases } = await read({ ...addrfeat([{}]), ...faces, ...senate('014') })
    expect(releases[0]!.rowsOf('faces')).toMatchObject([{ upper: '014', lower: '028', congress: '02' }])
    expect(releases[0]!.maps).toEqual({ upper: 'census-sld-2020', lower: null, congress: 'census-cd-118' })
  })

  it('have a point inside of their shape if the table names none', async () => {
    const [{ INTPTLAT: _, INTPTLON: __, ...row }] = [face({})]
    const faces = shapefile('tl_2021_30059_faces', {
      rows: [row],
      shapes: [[squareAt(-111_000_000, 46_000_000)]],
    })
    const { releases } = await read({ ...addrfeat([{}]), ...faces })
    expect(releases[0]!.rowsOf('faces')).toMatchObject([{ x: -110_500_000, y: 46_500_000 }])
  })

  it('name a town where addresses do and no place is defined', async () => {
    const { releases } = await read({
      ...addrfeat([{}], '50005'),
      ...Object.fromEntries(
        Object.entries(table('faces', [face({ STATEFP: '50', COUNTYFP: '005', COUSUBFP: '03175' })])).map(
          ([name, content]) => [name.replace('30059', '50005'), content],
        ),
      ),
      ...shapefile('tl_2021_50_cousub', {
        rows: [
          {
            STATEFP: '50',
            COUNTYFP: '005',
            COUSUBFP: '03175',
            GEOID: '5000503175',
            NAME: 'Barnet',
            NAMELSAD: 'Barnet town',
            FUNCSTAT: 'A',
          },
        ],
      }),
    })
    expect(releases[0]!.rowsOf('faces')).toMatchObject([{ place: 'Barnet' }])
    expect(releases[0]!.rowsOf('places')).toEqual([
      { division_id: 'ocd-division/country:us/state:vt/place:barnet', name: 'Barnet' },
    ])
  })
})

describe('a county of TIGER/Line', () => {
  it('is the same release from zips as published, one for each set', async () => {
    const files = { ...addrfeat([{}]), ...table('faces', [face({})]), ...places({}) }
    const zips = Object.groupBy(Object.entries(files), ([name]) => name.replace(/\.\w+$/u, ''))
    const packed: Files = {}
    for (const [base, entries] of Object.entries(zips))
      packed[`x/${base}.zip`] = await zipArchive(Object.fromEntries(entries!))
    const [plain, zipped] = [
      await read(files),
      await read({ ...packed, 'again.zip': packed['x/tl_2021_30059_addrfeat.zip']! }),
    ]
    expect(zipped.releases.map(({ objects }) => objects)).toEqual(
      plain.releases.map(({ objects }) => objects),
    )
    expect(zipped.passed_over.map(([, why]) => why)).toContain('a copy')
  })

  it('becomes one release for each vintage, and no other county shares its area', async () => {
    const files = {
      ...addrfeat([{}]),
      ...addrfeat([{}], '30059', '2022'),
      ...addrfeat([{}], '30061'),
      ...addrfeat([{}], '51760'),
    }
    const { releases } = await read(files)
    expect(releases.map(({ name, area }) => [name, area.split('/').slice(2).join('/')])).toEqual([
      ['tiger-2021-30059', 'state:mt/county:meagher'],
      ['tiger-2021-30061', 'state:mt/county:mineral'],
      ['tiger-2021-51760', 'state:va/place:richmond'],
      ['tiger-2022-30059', 'state:mt/county:meagher'],
    ])
  })

  it('gets its name from the county file if our list lacks it, and is rejected without both', async () => {
    const county = shapefile('tl_2021_us_county', {
      rows: [{ STATEFP: '30', COUNTYFP: '399', GEOID: '30399', NAME: 'New', NAMELSAD: 'New County' }],
      shapes: [[squareAt(-111_000_000, 46_000_000)]],
    })
    const { releases } = await read({ ...addrfeat([{}], '30399'), ...county })
    expect(releases.map(({ area }) => area)).toEqual(['ocd-division/country:us/state:mt/county:new'])
    const { rejections } = await read(addrfeat([{}], '30399'))
    expect(rejections.map(({ detail }) => detail)).toEqual([
      'county is 30399, not one that is known: add tl_2021_us_county',
    ])
  })

  it('counts rows that give no address, and says why', async () => {
    const { releases, passed_over } = await read(addrfeat([{ FULLNAME: '' }, { TLID: 0 }, { TLID: 2 }]))
    expect(releases).toMatchObject([{ rows: 2, rejected: 2 }])
    expect(passed_over).toEqual([
      ['tl_2021_30059_addrfeat.shp#2', 'TLID is 0, not an id; rows of this file rejected for this reason: 1'],
      ['tl_2021_30059_addrfeat.shp#1', 'FULLNAME is missing; rows of this file rejected for this reason: 1'],
    ])
  })

  it.each([
    ['its faces', { ...table('faces', [face({})]) }, 'tl_2021_30059_faces.dbf'],
    ['the places of its state', places({}), 'tl_2021_30_place.shp'],
  ])('gives no release if %s are cut off, because a part would replace the whole', async (_, files, name) => {
    const cut = Object.fromEntries(
      Object.entries(files).map(([file, content]) => [
        file,
        file === name ? (content as Buffer).subarray(0, -60) : content,
      ]),
    )
    const { releases, rejections } = await read({ ...addrfeat([{}]), ...cut })
    expect(releases).toEqual([])
    expect(rejections.map(({ detail }) => detail).join('; ')).toContain('is cut off after')
  })

  it('is passed over without ADDRFEAT or EDGES', async () => {
    const { items, passed_over } = await read(table('faces', [face({})]))
    expect(items).toEqual([])
    expect(passed_over).toEqual([
      ['tl_2021_30059_faces.dbf', 'tl_2021_30059_addrfeat or tl_2021_30059_edges is missing'],
    ])
  })
})

describe('places of TIGER/Line', () => {
  it('have different ids if two of a state have one name', async () => {
    const { observations } = await read(
      places(
        { PLACEFP: '00002', GEOID: '3000002', NAME: 'Midway', NAMELSAD: 'Midway CDP', CLASSFP: 'U1' },
        { PLACEFP: '00001', GEOID: '3000001', NAME: 'Midway', NAMELSAD: 'Midway city', CLASSFP: 'C1' },
        { PLACEFP: '00003', GEOID: '3000003', NAME: 'Midway', NAMELSAD: 'Midway CDP', CLASSFP: 'U1' },
      ),
    )
    expect(
      observations.map(({ parts }) =>
        (parts as { boundary: { division_id: string } }).boundary.division_id.split(':').at(-1),
      ),
    ).toEqual(['midway_cdp', 'midway', 'midway_00003'])
  })
})
