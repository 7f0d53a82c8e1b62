import { join } from 'node:path'
import { COUNTY_CODE, STATE_CODE } from './codes.ts'
import { type DistrictMap, drawMap } from './districts.ts'
import { drawFaces, type Faces } from './faces.ts'
import { cellsOf, type Grid } from './grid.ts'
import { outlineOf } from './outline.ts'
import { countyLayer, placeLayer } from './place-layers.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { type Layer, writeShapefile } from './shapefile/write-shapefile.ts'
import { addrfeatLayer, edgesLayer, facesLayer } from './tiger-layers.ts'

export type County = {
  readonly grid: Grid
  /** In force on the first vintage; the faces have their codes. */
  readonly maps: readonly DistrictMap[]
  /** Maps of a later year, whose lines cut the faces. */
  readonly later_maps: readonly DistrictMap[]
  readonly faces: Faces
  readonly segments: readonly Segment[]
}

/** The first day on which the later maps are in force. */
const LATER_FROM = '2027-01-01'

export function drawCounty(grid: Grid, seed: number): County {
  const draw = (name: string, tier: DistrictMap['tier'], columns: number, rows: number, at: number) =>
    drawMap(grid, { name, tier, columns, rows, seed: seed + at })
  const maps = [
    draw('first', 'lower', 5, 4, 1),
    draw('first', 'upper', 5, 2, 2),
    draw('first', 'congress', 1, 2, 3),
  ]
  const later_maps = [draw('later', 'lower', 4, 5, 4), draw('later', 'upper', 2, 5, 5)]
  const faces = drawFaces(grid, maps)
  return { grid, maps, later_maps, faces, segments: segmentsOf(grid, faces) }
}

/** Writes the county as the Census publishes one: `tl_2023_99001_addrfeat.shp` and so on, and its later maps. */
export async function writeCounty(folder: string, county: County): Promise<void> {
  const { grid, maps, later_maps } = county
  await writeStreets(folder, county)
  for (const map of maps) {
    const file = { lower: 'sldl', upper: 'sldu', congress: 'cd118' }[map.tier]
    await writeShapefile(baseOf(folder, `${STATE_CODE}_${file}`), districtLayer(grid, map))
  }
  for (const map of later_maps) {
    await writeShapefile(join(folder, `later_${map.tier}`), laterLayer(grid, map))
  }
}

/** Writes the streets, the faces, the outline of the county and its places, without districts. */
export async function writeStreets(
  folder: string,
  { grid, faces, segments }: Pick<County, 'grid' | 'faces' | 'segments'>,
): Promise<void> {
  const county = `${STATE_CODE}${COUNTY_CODE}`
  await writeShapefile(baseOf(folder, `${county}_addrfeat`), addrfeatLayer(segments))
  await writeShapefile(baseOf(folder, `${county}_edges`), edgesLayer(segments))
  await writeShapefile(baseOf(folder, `${county}_faces`), facesLayer(faces))
  await writeShapefile(baseOf(folder, 'us_county'), countyLayer(grid))
  await writeShapefile(baseOf(folder, `${STATE_CODE}_place`), placeLayer(faces))
}

const baseOf = (folder: string, name: string): string => join(folder, `tl_2023_${name}`)

const shapeOf = (grid: Grid, map: DistrictMap, code: string) =>
  outlineOf([...cellsOf(grid)].filter((cell) => map.districtOf(cell) === code))

function districtLayer(grid: Grid, map: DistrictMap): Layer {
  const field = { lower: 'SLDLST', upper: 'SLDUST', congress: 'CD118FP' }[map.tier]
  const title = {
    lower: 'State House District',
    upper: 'State Senate District',
    congress: 'Congressional District',
  }
  const isCongress = map.tier === 'congress'
  return {
    kind: 'area',
    columns: [
      { name: 'STATEFP', type: 'C', length: 2 },
      { name: field, type: 'C', length: 3 },
      { name: 'GEOID', type: 'C', length: 5 },
      { name: 'NAMELSAD', type: 'C', length: 100 },
      { name: isCongress ? 'CDSESSN' : 'LSY', type: 'C', length: 4 },
    ],
    features: map.codes.map((code) => ({
      shape: shapeOf(grid, map, code),
      row: {
        STATEFP: STATE_CODE,
        [field]: code,
        GEOID: `${STATE_CODE}${code}`,
        NAMELSAD: `${title[map.tier]} ${Number(code)}`,
        [isCongress ? 'CDSESSN' : 'LSY']: isCongress ? '118' : '2022',
      },
    })),
  }
}

/** Files that say themselves which division a shape is of. Districts are numbered as before, with other lines. */
function laterLayer(grid: Grid, map: DistrictMap): Layer {
  const tier = map.tier === 'lower' ? 'sldl' : 'sldu'
  return {
    kind: 'area',
    columns: [
      { name: 'ocd_id', type: 'C', length: 80 },
      { name: 'name', type: 'C', length: 60 },
      { name: 'release', type: 'C', length: 30 },
      { name: 'start_date', type: 'C', length: 10 },
    ],
    features: map.codes.map((code) => ({
      shape: shapeOf(grid, map, code),
      row: {
        ocd_id: `ocd-division/country:us/state:zz/${tier}:${Number(code)}`,
        name: `District ${Number(code)}`,
        release: `zz-${map.tier}-2027`,
        start_date: LATER_FROM,
      },
    })),
  }
}
