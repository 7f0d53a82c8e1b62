import type { RangeRow } from '../../../schemas/address-rows/address-rows.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import type { TableRow } from '../../files/shapefiles/dbf-table.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'
import { millionths } from '../address-rows/rows-object.ts'
import { invalid, nullableText } from '../records/fields.ts'
import { optionalTigerId } from './tiger-id.ts'

/** Numbers of one side, in the direction of the line. */
export type Side = Pick<RangeRow, 'side' | 'from' | 'to' | 'parity' | 'zip5'>

/** A segment under one name, with the numbers that its row has. */
export type NamedSegment = {
  readonly street: string
  readonly sides: readonly [Side, Side]
  /** The faces on the left and the right; null if the row does not name them. */
  readonly faces: readonly [number | null, number | null]
}

const PARITIES = new Set(['E', 'O', 'B'])

/** A row of ADDRFEAT. */
export function readAddrfeat(row: TableRow): NamedSegment {
  return {
    street: streetOf(row),
    sides: [sideOf(row, 'L', ['LFROMHN', 'LTOHN']), sideOf(row, 'R', ['RFROMHN', 'RTOHN'])],
    faces: facesOf(row),
  }
}

/** A row of EDGES, which has the outermost numbers of each side. */
export function readEdge(row: TableRow): NamedSegment {
  return {
    street: streetOf(row),
    sides: [sideOf(row, 'L', ['LFROMADD', 'LTOADD']), sideOf(row, 'R', ['RFROMADD', 'RTOADD'])],
    faces: facesOf(row),
  }
}

/** A row of ADDR: further numbers of one side. */
export function readAddr(row: TableRow): Side {
  const side = nullableText(row, 'SIDE')?.trim()
  if (side !== 'L' && side !== 'R') throw invalid('SIDE', row.SIDE, 'L or R')
  const [from, to] = [nullableText(row, 'FROMHN'), nullableText(row, 'TOHN')]
  return withRange(side, from, to, { parity: null, zip5: zipOf(row, 'ZIP') })
}

export const facesOf = (row: TableRow): NamedSegment['faces'] => [
  optionalTigerId(row, 'TFIDL'),
  optionalTigerId(row, 'TFIDR'),
]

function streetOf(row: TableRow): string {
  const street = nullableText(row, 'FULLNAME')
  if (street === null) throw new LegislogError('record_invalid', 'FULLNAME is missing')
  return street.trim()
}

function sideOf(row: TableRow, side: 'L' | 'R', [first, last]: readonly [string, string]): Side {
  const [from, to] = [nullableText(row, first), nullableText(row, last)]
  const printed = nullableText(row, `PARITY${side}`)?.trim() ?? ''
  const parity = PARITIES.has(printed) ? (printed as 'E' | 'O' | 'B') : null
  return withRange(side, from, to, { parity, zip5: zipOf(row, `ZIP${side}`) })
}

/** A single number is a range of one. */
function withRange(
  side: 'L' | 'R',
  from: string | null,
  to: string | null,
  { parity, zip5 }: Pick<Side, 'parity' | 'zip5'>,
): Side {
  const [first, last] = [(from ?? to)?.trim() ?? null, (to ?? from)?.trim() ?? null]
  const known = parity ?? (first === null || last === null ? null : parityOf(first, last))
  return { side, from: first, to: last, parity: known, zip5 }
}

/** E or O if both ends are. Ends of two kinds say nothing of the numbers between them. */
function parityOf(first: string, last: string): 'E' | 'O' | null {
  const [a, b] = [first, last].map((number) => /(\d)\D*$/u.exec(number)?.[1])
  if (a === undefined || b === undefined || Number(a) % 2 !== Number(b) % 2) return null
  return Number(a) % 2 === 0 ? 'E' : 'O'
}

function zipOf(row: TableRow, column: string): string | null {
  const zip = nullableText(row, column)?.trim().padStart(5, '0') ?? ''
  return /^\d{5}$/u.test(zip) && zip !== '00000' ? zip : null
}

/** The line of a segment. Throws `record_invalid` if it has no two points on the earth. */
export function lineOf(loaded: LoadedSet, index: number): number[] {
  const shape = loaded.shape(index)
  if (shape?.kind !== 'lines') throw new LegislogError('record_invalid', 'geometry is missing or no line')
  const points = shape.parts.flat()
  const isOnEarth = points.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)
  if (points.length < 2 || !isOnEarth) {
    throw new LegislogError('record_invalid', 'geometry has no two points, or leaves the earth')
  }
  return points.flatMap(([x, y]) => [millionths(x), millionths(y)])
}
