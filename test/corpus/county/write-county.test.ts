import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { housesOf } from '../../../corpus/county/addresses.ts'
import { cellsOf, cornerAt } from '../../../corpus/county/grid.ts'
import { outlineOf } from '../../../corpus/county/outline.ts'
import type { Shape } from '../../../corpus/county/shapefile/shp.ts'
import { drawCounty, writeCounty } from '../../../corpus/county/write-county.ts'

const grid = { blocks_x: 72, blocks_y: 72 }
const county = drawCounty(grid, 15)
const maps = [...county.maps, ...county.later_maps]

/** Twice the area. Outlines run clockwise and are positive, and holes are negative. */
function doubleArea(shape: Shape): number {
  let sum = 0
  for (const ring of shape) {
    for (let index = 1; index < ring.length; index++) {
      const [[x1, y1], [x2, y2]] = [ring[index - 1]!, ring[index]!]
      sum += x2 * y1 - x1 * y2
    }
  }
  return sum
}

describe('a generated county', () => {
  it('has 10,000 segments, 20 districts, lines through blocks and lines inside of ranges', () => {
    expect(county.segments.length).toBeGreaterThanOrEqual(10_000)
    expect(county.maps[0]!.codes).toHaveLength(20)
    expect(county.faces.all.filter(({ cells }) => cells.length === 1).length).toBeGreaterThan(100)
    const blocks = grid.blocks_x * (grid.blocks_y + 1) + grid.blocks_y * (grid.blocks_x + 1)
    expect(county.segments.length).toBeGreaterThan(blocks + 50)
  })

  it('has houses in the district of the face on their side of the street', () => {
    for (const house of housesOf(county.segments, maps, { each: 2, seed: 1 })) {
      const isEven = Number(house.number.split('-').at(-1)) % 2 === 0
      const side = [house.segment.left, house.segment.right].find(
        ({ parity }) => (parity === 'E') === isEven,
      )!
      expect(house.districts['first lower'], house.number).toBe(side.face.codes.lower)
      expect(house.districts['first upper'], house.number).toBe(side.face.codes.upper)
    }
  })

  it('has districts that cover it exactly once on each map', () => {
    const [west, south] = cornerAt(-1, -1)
    const [east, north] = cornerAt(grid.blocks_x + 1, grid.blocks_y + 1)
    for (const map of maps) {
      const cells = [...cellsOf(grid)]
      const areas = map.codes.map((code) =>
        doubleArea(outlineOf(cells.filter((cell) => map.districtOf(cell) === code))),
      )
      expect(Math.min(...areas)).toBeGreaterThan(0)
      expect(areas.reduce((sum, area) => sum + area, 0)).toBe(2 * (east - west) * (north - south))
    }
  })

  it('has lines of later maps through faces of the first one', () => {
    const [later] = county.later_maps
    const cut = county.faces.all.filter(
      ({ cells: [one, other] }) =>
        other !== undefined && later!.districtOf(one!) !== later!.districtOf(other),
    )
    expect(cut.length).toBeGreaterThan(20)
  })
})

describe('the files of a generated county', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legislog-county-'))
    await writeCounty(folder, county)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('are the shapefile sets that the Census publishes, whose headers give their length', async () => {
    const names = await readdir(folder)
    expect(names.filter((name) => name.endsWith('.shp')).toSorted()).toEqual([
      'later_lower.shp',
      'later_upper.shp',
      'tl_2023_99001_addrfeat.shp',
      'tl_2023_99001_edges.shp',
      'tl_2023_99001_faces.shp',
      'tl_2023_99_cd118.shp',
      'tl_2023_99_place.shp',
      'tl_2023_99_sldl.shp',
      'tl_2023_99_sldu.shp',
      'tl_2023_us_county.shp',
    ])
    for (const name of names.filter((each) => /\.sh[px]$/u.test(each))) {
      const bytes = await readFile(join(folder, name))
      expect(2 * bytes.readInt32BE(24), name).toBe((await stat(join(folder, name))).size)
    }
  })
})
