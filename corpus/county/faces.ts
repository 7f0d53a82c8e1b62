import type { DistrictMap } from './districts.ts'
import { type Cell, cellsOf, type Grid } from './grid.ts'

/** The smallest area: a block, or a half of one through which a line of the map runs. */
export type Face = {
  readonly tfid: number
  readonly cells: readonly Cell[]
  readonly place: Place | null
  /** District codes by tier; empty for a tier without a map. */
  readonly codes: Readonly<Record<DistrictMap['tier'], string>>
}

export type Place = { readonly code: string; readonly name: string }

const WEST: Place = { code: '10100', name: 'Adamsville' }
const EAST: Place = { code: '20200', name: 'Brookton' }
export const places: readonly Place[] = [WEST, EAST]

/** Faces by their cells, and the maps that cut them. */
export type Faces = { readonly all: readonly Face[]; readonly faceAt: (cell: Cell) => Face }

export function drawFaces(grid: Grid, maps: readonly DistrictMap[]): Faces {
  const faces: Face[] = []
  const byCell = new Map<string, Face>()
  const codesOf = (cell: Cell): Face['codes'] => ({
    lower: '',
    upper: '',
    congress: '',
    ...Object.fromEntries(maps.map(({ tier, districtOf }) => [tier, districtOf(cell)])),
  })
  for (const cell of cellsOf(grid)) {
    if (cell.half % 2 !== 0) continue
    const north = { x: cell.x, half: cell.half + 1 }
    const isCut = maps.some(({ districtOf }) => districtOf(cell) !== districtOf(north))
    for (const cells of isCut ? [[cell], [north]] : [[cell, north]]) {
      const face = {
        tfid: 220_000_000 + faces.length,
        cells,
        place: placeOf(grid, cell),
        codes: codesOf(cells[0]!),
      }
      faces.push(face)
      for (const each of cells) byCell.set(`${each.x},${each.half}`, face)
    }
  }
  return { all: faces, faceAt: ({ x, half }) => byCell.get(`${x},${half}`)! }
}

/** Two cities share the grid; the fields around it are in none. */
function placeOf({ blocks_x, blocks_y }: Grid, { x, half }: Cell): Place | null {
  const isField = x < 0 || x >= blocks_x || half < 0 || half >= 2 * blocks_y
  return isField ? null : x < blocks_x / 2 ? WEST : EAST
}
