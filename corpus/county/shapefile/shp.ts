import { type BoundingBox, boundingBoxOf } from '../../../schemas/values/bounding-box.ts'

/** Longitude and latitude in millionths of a degree. */
export type GridPoint = readonly [x: number, y: number]
/** Parts of a line, or rings of an area: outlines run clockwise, and their first point is their last. */
export type Shape = readonly (readonly GridPoint[])[]
export type ShapeKind = 'line' | 'area'

const FILE_CODE = 9_994
const VERSION = 1_000
const KINDS = { line: 3, area: 5 } as const
const HEADER = 100
const MILLIONTHS = 1_000_000

/** The shapes and their index. Source: ESRI Shapefile Technical Description, July 1998. */
export function encodeShapes(
  kind: ShapeKind,
  shapes: readonly Shape[],
): { readonly shp: Buffer; readonly shx: Buffer } {
  const records = shapes.map((shape) => encodeRecord(kind, shape))
  const bytes = records.reduce((sum, record) => sum + 8 + record.length, HEADER)
  const shp = Buffer.alloc(bytes)
  const shx = Buffer.alloc(HEADER + 8 * records.length)
  const box = boundingBoxOf(shapes.flat(2))
  writeHeader(shp, kind, bytes, box)
  writeHeader(shx, kind, shx.length, box)
  let at = HEADER
  for (const [index, record] of records.entries()) {
    // Lengths and offsets count in words of two bytes.
    shx.writeInt32BE(at / 2, HEADER + 8 * index)
    shx.writeInt32BE(record.length / 2, HEADER + 8 * index + 4)
    shp.writeInt32BE(index + 1, at)
    shp.writeInt32BE(record.length / 2, at + 4)
    record.copy(shp, at + 8)
    at += 8 + record.length
  }
  return { shp, shx }
}

function encodeRecord(kind: ShapeKind, shape: Shape): Buffer {
  const points = shape.flat()
  const record = Buffer.alloc(44 + 4 * shape.length + 16 * points.length)
  record.writeInt32LE(KINDS[kind], 0)
  writeBox(record, 4, boundingBoxOf(points))
  record.writeInt32LE(shape.length, 36)
  record.writeInt32LE(points.length, 40)
  let start = 0
  for (const [index, part] of shape.entries()) {
    record.writeInt32LE(start, 44 + 4 * index)
    start += part.length
  }
  let at = 44 + 4 * shape.length
  for (const [x, y] of points) {
    record.writeDoubleLE(x / MILLIONTHS, at)
    record.writeDoubleLE(y / MILLIONTHS, at + 8)
    at += 16
  }
  return record
}

function writeHeader(buffer: Buffer, kind: ShapeKind, bytes: number, box: BoundingBox): void {
  buffer.writeInt32BE(FILE_CODE, 0)
  buffer.writeInt32BE(bytes / 2, 24)
  buffer.writeInt32LE(VERSION, 28)
  buffer.writeInt32LE(KINDS[kind], 32)
  writeBox(buffer, 36, box)
}

function writeBox(buffer: Buffer, at: number, box: BoundingBox): void {
  for (const [index, value] of [box.west, box.south, box.east, box.north].entries())
    buffer.writeDoubleLE(value / MILLIONTHS, at + 8 * index)
}
