import { type DbfColumn, type DbfRow, encodeDbf } from '../../../corpus/county/shapefile/dbf.ts'
import { encodeShapes, type Shape, type ShapeKind } from '../../../corpus/county/shapefile/shp.ts'
import { NAD83 } from '../../../corpus/county/shapefile/write-shapefile.ts'

export type TestLayer = {
  readonly kind?: ShapeKind
  readonly rows: readonly DbfRow[]
  /** If there are no shapes, the set has only a table. */
  readonly shapes?: readonly Shape[]
}

/** Columns wide enough for the values: numbers are N, texts are C. */
export function columnsOf(rows: readonly DbfRow[]): DbfColumn[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => {
    const values = rows.map((row) => row[name] ?? '')
    const isNumber = values.some((value) => typeof value === 'number')
    const length = Math.max(1, ...values.map((value) => String(value).length))
    return { name, type: isNumber ? 'N' : 'C', length }
  })
}

/** The files of one shapefile by their names, in Latin-1 and NAD 83. */
export function shapefile(
  base: string,
  { kind = 'area', rows, shapes }: TestLayer,
): Record<string, Buffer | string> {
  const table = { [`${base}.dbf`]: encodeDbf(columnsOf(rows), rows) }
  if (shapes === undefined) return table
  const { shp, shx } = encodeShapes(kind, shapes)
  return { ...table, [`${base}.shp`]: shp, [`${base}.shx`]: shx, [`${base}.prj`]: NAD83 }
}

/** A square in millionths of a degree, clockwise. */
export const squareAt = (
  west: number,
  south: number,
  side = 1_000_000,
): readonly (readonly [number, number])[] => [
  [west, south],
  [west, south + side],
  [west + side, south + side],
  [west + side, south],
  [west, south],
]
