import type { Face, Faces } from './faces.ts'
import { type Cell, cornerAt, type Grid } from './grid.ts'
import type { GridPoint } from './shapefile/shp.ts'
import { type Street, streetsOf } from './streets.ts'

export type Side = {
  readonly face: Face
  readonly zip5: string
  /** In the direction of the line. */
  readonly from: number
  readonly to: number
  readonly parity: 'E' | 'O'
}

/** A piece of a street between two corners, or up to a line of districts that crosses it. */
export type Segment = {
  readonly tlid: number
  readonly street: Street
  /** `E`, `W`, `N` or `S` of the middle of the city. */
  readonly quarter: string
  /** The text before the numbers: `34-`, or nothing. */
  readonly prefix: string
  readonly line: readonly [GridPoint, GridPoint]
  readonly left: Side
  readonly right: Side
}

/** Every segment of the city. Numbers grow away from its middle, so that half of the ranges descend along their line. */
export function segmentsOf(grid: Grid, faces: Faces): readonly Segment[] {
  const segments: Segment[] = []
  for (const street of streetsOf(grid)) {
    const blocks = street.direction === 'row' ? grid.blocks_x : grid.blocks_y
    for (let block = 0; block < blocks; block++) {
      for (const piece of piecesOf(street, block, faces)) {
        segments.push(segmentOf(grid, street, block, { ...piece, tlid: 600_000_000 + segments.length }))
      }
    }
  }
  return segments
}

type Piece = { readonly from: number; readonly to: number; readonly left: Face; readonly right: Face }

/** A line of districts that crosses a street in the middle of a block cuts the segment there. */
function piecesOf({ direction, at }: Street, block: number, { faceAt }: Faces): readonly Piece[] {
  if (direction === 'row') {
    const side = (half: number): Face => faceAt({ x: block, half })
    return [{ from: 0, to: 1, left: side(2 * at), right: side(2 * at - 1) }]
  }
  const side = (x: number, half: number): Face => faceAt({ x, half: 2 * block + half } satisfies Cell)
  const [west, east] = [at - 1, at]
  const isCut = [west, east].some((x) => side(x, 0) !== side(x, 1))
  if (!isCut) return [{ from: 0, to: 1, left: side(west, 0), right: side(east, 0) }]
  return [
    { from: 0, to: 0.5, left: side(west, 0), right: side(east, 0) },
    { from: 0.5, to: 1, left: side(west, 1), right: side(east, 1) },
  ]
}

function segmentOf(
  grid: Grid,
  street: Street,
  block: number,
  piece: Piece & { readonly tlid: number },
): Segment {
  const { direction, at, is_hyphenated } = street
  const middle = Math.floor((direction === 'row' ? grid.blocks_x : grid.blocks_y) / 2)
  const isBehind = block >= middle
  const quarter = direction === 'row' ? (isBehind ? 'E' : 'W') : isBehind ? 'N' : 'S'
  const hundred = isBehind ? block - middle : middle - 1 - block
  const base = is_hyphenated ? 0 : 100 * hundred
  const corner = (share: number): GridPoint =>
    direction === 'row' ? cornerAt(block + share, at) : cornerAt(at, block + share)
  /** Numbers of a side along the piece: 2 to 98 or 1 to 99, in the direction of the line. */
  const side = (face: Face, parity: 'E' | 'O'): Side => {
    const [low, high] = isBehind ? [piece.from, piece.to] : [1 - piece.to, 1 - piece.from]
    const first = base + 100 * low + (parity === 'O' ? 1 : low === 0 ? 2 : 0)
    const last = base + 100 * high - (parity === 'O' ? 1 : 2)
    return {
      face,
      zip5: zipOf(grid, face),
      parity,
      ...(isBehind ? { from: first, to: last } : { from: last, to: first }),
    }
  }
  const { left, right } = piece
  // One street in nineteen has its even numbers on the other side.
  const isSwapped = at % 19 === 18
  return {
    tlid: piece.tlid,
    street,
    quarter,
    prefix: is_hyphenated ? `${hundred + 1}-` : '',
    line: [corner(piece.from), corner(piece.to)],
    left: side(left, isSwapped ? 'E' : 'O'),
    right: side(right, isSwapped ? 'O' : 'E'),
  }
}

/** Each with its direction and suffix: `N Elm Ave`. */
export function streetNamesOf({ street, quarter }: Segment): readonly string[] {
  return [street.name, street.also]
    .filter((name) => name !== null)
    .map((name) => {
      const middle = street.suffix === '' ? name : `${name} ${street.suffix}`
      return street.direction === 'row' ? `${quarter} ${middle}` : `${middle} ${quarter}`
    })
}

export const numbersOf = (segment: Segment, { from, to }: Side): { from: string; to: string } => ({
  from: numberText(segment, from),
  to: numberText(segment, to),
})

/** The number of a house as people write it: `112`, `34-02`. */
export const numberText = ({ prefix }: Segment, value: number): string =>
  `${prefix}${String(value).padStart(prefix === '' ? 1 : 2, '0')}`

/** The lines of ZIP codes are not those of districts. */
function zipOf(grid: Grid, { cells: [cell] }: Face): string {
  const { blocks_x, blocks_y, zip_blocks } = grid
  if (zip_blocks !== undefined) {
    const square = (block: number, blocks: number) =>
      Math.floor(Math.min(Math.max(block, 0), blocks - 1) / zip_blocks)
    const [x, y] = [square(cell!.x, blocks_x), square(Math.floor(cell!.half / 2), blocks_y)]
    return String(y * Math.ceil(blocks_x / zip_blocks) + x).padStart(5, '0')
  }
  const isEast = cell!.x >= Math.floor(blocks_x / 3)
  const isNorth = cell!.half >= blocks_y
  return `998${isNorth ? 1 : 0}${isEast ? 1 : 0}`
}
