import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { LoadedSet } from '../../../../ingest/files/shapefiles/load-set.ts'
import { listShapefiles } from '../../../../ingest/files/shapefiles/shapefile-sets.ts'
import { LegislogError } from '../../../../schemas/errors.ts'
import { collect } from '../../../support/harness/collect.ts'
import { shapefile, squareAt } from '../../../support/source-records/shapefiles.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'

const scratch = await mkdtemp(join(tmpdir(), 'shapefiles-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))
let times = 0

async function listed(files: Record<string, Buffer | string>, archive_bytes?: number) {
  const folder = join(scratch, String(++times))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const input = { paths: [folder], started_at: '', archive_bytes }
  return (await collect(listShapefiles(input))).map((set) => ({
    ...set,
    name: set.name.replace(/^\d+\//u, ''),
  }))
}

/** The rows of the only set, or why it cannot be read. */
async function load(files: Record<string, Buffer | string>): Promise<LoadedSet | string> {
  const [set] = await listed(files)
  return set!.load().catch((error: unknown) => {
    if (!(error instanceof LegislogError)) throw error
    return `${error.code}: ${error.message}`
  })
}

const areas = shapefile('x', {
  rows: [{ NAME: 'A' }, { NAME: 'B' }],
  shapes: [[squareAt(0, 0)], [squareAt(1, 0)]],
})

describe('the list of shapefiles', () => {
  it('finds sets in folders, in a zip, and in zips within a zip', async () => {
    const inner = await zipArchive(shapefile('inner', { rows: [{ N: 1 }], shapes: [[squareAt(0, 0)]] }))
    const outer = await zipArchive({ 'deep/inner.zip': inner, 'readme.txt': 'x' })
    const files = {
      ...areas,
      'a/Faces.DBF': shapefile('f', { rows: [{ N: 2 }] })['f.dbf']!,
      'outer.zip': outer,
    }
    const sets = await listed(files)
    expect(sets.map(({ name, base }) => [name, base])).toEqual([
      ['a/Faces.DBF', 'faces'],
      ['x.shp', 'x'],
      ['outer.zip/deep/inner.zip/inner.shp', 'inner'],
    ])
    expect(await Promise.all(sets.map(async (set) => (await set.load()).rows))).toEqual([1, 2, 1])
  })

  it('reads a set again if it is loaded again', async () => {
    const [set] = await listed({ 'x.zip': await zipArchive(areas) })
    expect((await set!.load()).row(1)).toEqual({ NAME: 'B' })
    expect((await set!.load()).row(0)).toEqual({ NAME: 'A' })
  })

  it('lists nothing of a zip that is broken or unpacks to too much', async () => {
    expect(await listed({ 'x.zip': 'no zip' })).toEqual([])
    expect(await listed({ 'x.zip': await zipArchive(areas) }, 100)).toEqual([])
  })
})

describe('a shapefile', () => {
  it.each([
    ['without its table', { 'x.dbf': undefined }, 'record_unreadable: the .dbf file is missing'],
    [
      'with another number of shapes',
      { 'x.dbf': shapefile('x', { rows: [{ NAME: 'A' }] })['x.dbf'] },
      'record_unreadable: the .shp file has 2 shapes, and the .dbf file has 1 rows',
    ],
    [
      'with an empty table',
      { 'x.dbf': '' },
      'record_unreadable: no dBase table: its header has 0 of 32 bytes',
    ],
    [
      'with another file as its shapes',
      { 'x.shp': 'x'.repeat(200) },
      'record_unreadable: no shapefile: it begins with 2021161080, not with 9994',
    ],
    ['in an unknown encoding', { 'x.cpg': 'Big5' }, 'record_invalid: cpg is "Big5", not UTF-8 or Latin-1'],
    [
      'on an old datum',
      {
        'x.prj':
          'GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]',
      },
      'record_invalid: prj is "GCS_North_American_1927", not a system on WGS 84 or NAD 83 that is known',
    ],
  ])('%s cannot be loaded', async (_, changed, reason) => {
    const files = Object.fromEntries(
      Object.entries({ ...areas, ...changed }).filter(([, content]) => content !== undefined),
    ) as Record<string, Buffer | string>
    expect(await load(files)).toBe(reason)
  })

  it('that is cut off anywhere is unreadable', async () => {
    for (const ending of ['.shp', '.dbf']) {
      const whole = areas[`x${ending}`] as Buffer
      // The last byte of a table is a mark after its rows.
      for (let length = 0; length < whole.length - 1; length += 7) {
        const loaded = await load({ ...areas, [`x${ending}`]: whole.subarray(0, length) })
        expect([length, String(loaded)]).toEqual([
          length,
          expect.stringMatching(/^record_unreadable: no (?:shapefile|dBase table): /u),
        ])
      }
    }
  })

  it('with any byte changed is read or refused, and fails in no other way', async () => {
    for (const ending of ['.shp', '.dbf']) {
      const whole = areas[`x${ending}`] as Buffer
      for (let at = 0; at < Math.min(whole.length, 320); at++) {
        const changed = Buffer.from(whole)
        changed[at] = changed[at]! ^ 0xff
        const loaded = await load({ ...areas, [`x${ending}`]: changed })
        if (typeof loaded === 'string') continue
        for (let index = 0; index < loaded.rows; index++) {
          try {
            loaded.row(index)
            loaded.shape(index)
          } catch (error) {
            expect([at, (error as LegislogError).code]).toEqual([at, 'record_invalid'])
          }
        }
      }
    }
  }, 60_000)

  it('is in Latin-1, or in UTF-8 if its .cpg file says so', async () => {
    const latin = await load(shapefile('x', { rows: [{ NAME: 'Doña Ana' }] }))
    expect((latin as LoadedSet).row(0)).toEqual({ NAME: 'Doña Ana' })
    const utf8 = shapefile('x', { rows: [{ NAME: Buffer.from('Doña Ana').toString('latin1') }] })
    const read = (await load({ ...utf8, 'x.cpg': 'UTF-8' })) as LoadedSet
    expect(read.row(0)).toEqual({ NAME: 'Doña Ana' })
    const wrong = (await load({
      ...shapefile('x', { rows: [{ NAME: 'Doña Ana' }] }),
      'x.cpg': 'UTF-8',
    })) as LoadedSet
    expect(() => wrong.row(0)).toThrow('NAME is not UTF-8, as the .cpg file says')
  })

  it('gives null for rows that are marked as deleted', async () => {
    const files = shapefile('x', { rows: [{ N: 1 }, { N: 2 }] })
    const table = files['x.dbf'] as Buffer
    table[table.readUInt16LE(8)] = '*'.charCodeAt(0)
    const read = (await load(files)) as LoadedSet
    expect([read.row(0), read.row(1)]).toEqual([null, { N: 2 }])
  })

  it('without a .prj file is read if its box lies on the earth', async () => {
    const { 'x.prj': _, ...files } = areas
    expect(((await load(files)) as LoadedSet).rows).toBe(2)
    const far = shapefile('x', { rows: [{ N: 1 }], shapes: [[squareAt(500_000_000, 0)]] })
    expect(await load({ ...far, 'x.prj': '' })).toMatch(
      /^record_invalid: prj is "missing, and the coordinates reach/u,
    )
  })
})
