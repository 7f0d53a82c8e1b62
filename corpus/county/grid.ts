import type { GridPoint } from './shapefile/shp.ts'

/**
 * A city of square blocks in an invented county. Everything is counted in cells: a cell is a block wide and half a block
 * high, so that a line can run through a block. Cell 0, 0 is the south-west one.
 */
export type Grid = {
  /** Blocks from west to east and from south to north. A ring of fields without streets is around them. */
  readonly blocks_x: number
  readonly blocks_y: number
  /** The side of the square of each ZIP code. Without it, four ZIP codes share the city. */
  readonly zip_blocks?: number
}

/** A block is about 85 m wide and 111 m high. */
export const BLOCK = 1_000
/** In the sample state: the line between its house districts 1 and 2 is a street of a city that is 8 blocks wide. */
const ORIGIN: GridPoint = [-99_004_000, 42_000_000]

/** A corner of blocks: streets cross there. `y` may be a half: the middle of a block's side. */
export function cornerAt(x: number, y: number): GridPoint {
  return [ORIGIN[0] + Math.round(x * BLOCK), ORIGIN[1] + Math.round(y * BLOCK)]
}

/** The block and the half of it that contain a position. */
export function cellAt([x, y]: GridPoint): Cell {
  return { x: Math.floor((x - ORIGIN[0]) / BLOCK), half: Math.floor((2 * (y - ORIGIN[1])) / BLOCK) }
}

/** `half`: 2 × the row of the block, and 1 more in its northern half. */
export type Cell = { readonly x: number; readonly half: number }

/** Every cell, the ring of fields included. */
export function* cellsOf({ blocks_x, blocks_y }: Grid): Generator<Cell> {
  for (let x = -1; x <= blocks_x; x++) {
    for (let half = -2; half < 2 * blocks_y + 2; half++) yield { x, half }
  }
}
