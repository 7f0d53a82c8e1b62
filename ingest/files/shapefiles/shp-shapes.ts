import { LegislogError } from '../../../schemas/errors.ts'

export type Position = readonly [x: number, y: number]
/** A shape in the coordinates of its file. Rings are as the file orders them. */
export type Shape =
  | { readonly kind: 'point'; readonly point: Position }
  | { readonly kind: 'lines' | 'rings'; readonly parts: readonly (readonly Position[])[] }

export type ShpShapes = {
  readonly shapes: number
  readonly box: {
    readonly west: number
    readonly south: number
    readonly east: number
    readonly north: number
  }
  /** null if the record has no shape. Throws `record_invalid` if its parts do not fit its length. */
  readonly shape: (index: number) => Shape | null
}

const HEADER_BYTES = 100
const FILE_CODE = 9994
const NO_SHAPE = 0
const POINTS = new Set([1, 11, 21])
const LINES = new Set([3, 13, 23])
const RINGS = new Set([5, 15, 25])

/**
 * Reads the shapes of a .shp file in place. The whole chain of records is followed first. Throws `record_unreadable` if
 * it is cut off.
 */
export function openShp(bytes: Buffer): ShpShapes {
  if (bytes.length < HEADER_BYTES) throw unreadable(`its header has ${bytes.length} of ${HEADER_BYTES} bytes`)
  const code = bytes.readInt32BE(0)
  if (code !== FILE_CODE) throw unreadable(`it begins with ${code}, not with ${FILE_CODE}`)
  const declared = bytes.readInt32BE(24) * 2
  if (declared > bytes.length) throw unreadable(`it is cut off after ${bytes.length} of ${declared} bytes`)
  const offsets = followRecords(bytes, declared)
  return {
    shapes: offsets.length,
    box: {
      west: bytes.readDoubleLE(36),
      south: bytes.readDoubleLE(44),
      east: bytes.readDoubleLE(52),
      north: bytes.readDoubleLE(60),
    },
    shape: (index) => shapeAt(bytes, offsets[index]!),
  }
}

/** Gives where each record begins, after its number and length. */
function followRecords(bytes: Buffer, end: number): number[] {
  const offsets: number[] = []
  let at = HEADER_BYTES
  while (at < end) {
    const length = at + 8 <= end ? bytes.readInt32BE(at + 4) * 2 : -1
    if (length < 4 || at + 8 + length > end) {
      throw unreadable(`record ${offsets.length + 1} at byte ${at} is cut off or has an impossible length`)
    }
    offsets.push(at + 8)
    at += 8 + length
  }
  return offsets
}

function shapeAt(bytes: Buffer, at: number): Shape | null {
  const length = bytes.readInt32BE(at - 4) * 2
  const type = bytes.readInt32LE(at)
  if (type === NO_SHAPE) return null
  if (POINTS.has(type)) {
    if (length < 20) throw invalid('a point is cut off')
    return { kind: 'point', point: positionAt(bytes, at + 4) }
  }
  const isRings = RINGS.has(type)
  if (!isRings && !LINES.has(type)) throw invalid(`shapes of type ${type} are not read`)
  return { kind: isRings ? 'rings' : 'lines', parts: partsAt(bytes, at, length) }
}

function partsAt(bytes: Buffer, at: number, length: number): Position[][] {
  const parts = length < 44 ? -1 : bytes.readInt32LE(at + 36)
  const points = length < 44 ? -1 : bytes.readInt32LE(at + 40)
  if (parts < 0 || points < 0 || 44 + 4 * parts + 16 * points > length) {
    throw invalid(`${parts} parts of ${points} points do not fit into ${length} bytes`)
  }
  const starts = Array.from({ length: parts }, (_, part) => bytes.readInt32LE(at + 44 + 4 * part))
  return starts.map((start, part) => {
    const end = starts[part + 1] ?? points
    if (start < 0 || end < start || end > points) throw invalid(`part ${part + 1} begins at point ${start}`)
    const first = at + 44 + 4 * parts
    return Array.from({ length: end - start }, (_, nth) => positionAt(bytes, first + 16 * (start + nth)))
  })
}

const positionAt = (bytes: Buffer, at: number): Position => [
  bytes.readDoubleLE(at),
  bytes.readDoubleLE(at + 8),
]

const unreadable = (how: string) => new LegislogError('record_unreadable', `no shapefile: ${how}`)
const invalid = (how: string) => new LegislogError('record_invalid', `geometry is broken: ${how}`)
