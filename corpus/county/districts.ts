import { Random } from '../draw/random.ts'
import { type Cell, cellsOf, type Grid } from './grid.ts'

export type CountyTier = 'lower' | 'upper' | 'congress'

/** The district of each cell on one map. Codes are those of the Census: `007`. */
export type DistrictMap = {
  readonly name: string
  readonly tier: CountyTier
  readonly districtOf: (cell: Cell) => string
  readonly codes: readonly string[]
}

/**
 * A map of `columns` × `rows` districts whose lines wander: they step from street to street, and every third piece of a
 * line from west to east runs through the middle of blocks.
 */
export function drawMap(
  grid: Grid,
  options: {
    readonly name: string
    readonly tier: CountyTier
    readonly columns: number
    readonly rows: number
    readonly seed: number
  },
): DistrictMap {
  const { columns, rows, tier, name } = options
  const random = new Random(options.seed, 0, 0)
  const wander = () => Math.round((random.next() - 0.5) * 6)
  /** By piece of eight blocks along the line. */
  const pieces = Math.ceil((Math.max(grid.blocks_x, grid.blocks_y) + 4) / 8)
  const xLines = Array.from({ length: columns - 1 }, () => Array.from({ length: pieces }, wander))
  const yLines = Array.from({ length: rows - 1 }, () =>
    Array.from({ length: pieces }, (_, piece) => 2 * wander() + (piece % 3 === 1 ? 1 : 0)),
  )

  function districtOf({ x, half }: Cell): string {
    const row = Math.floor((half + 4) / 16)
    const column = Math.floor((x + 2) / 8)
    const east = xLines.filter(
      (line, index) => x >= Math.round(((index + 1) * grid.blocks_x) / columns) + line[row]!,
    ).length
    const north = yLines.filter(
      (line, index) => half >= 2 * Math.round(((index + 1) * grid.blocks_y) / rows) + line[column]!,
    ).length
    return String(north * columns + east + 1).padStart(tier === 'congress' ? 2 : 3, '0')
  }

  return { name, tier, districtOf, codes: [...new Set([...cellsOf(grid)].map(districtOf))].toSorted() }
}
