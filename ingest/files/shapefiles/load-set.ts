import { LegislogError } from '../../../schemas/errors.ts'
import { ArchiveTooLarge, limited } from '../archive-limit.ts'
import type { Bytes } from '../bytes.ts'
import { type DbfTable, openDbf, type TableRow, type TextEncoding } from './dbf-table.ts'
import { readProjection, type ToLonLat } from './projection.ts'
import { openShp, type Shape } from './shp-shapes.ts'

export type Part = { readonly name: string; readonly open: () => Promise<Bytes> }

export type LoadedSet = {
  readonly columns: readonly string[]
  readonly rows: number
  readonly has_shapes: boolean
  /** null if the row is marked as deleted. Throws `record_invalid`. */
  readonly row: (index: number) => TableRow | null
  /** In longitude and latitude. null if the row has no shape. Throws `record_invalid`. */
  readonly shape: (index: number) => Shape | null
}

/** The shapes of a nation's counties take 130 MB, and the table of the ZIP code areas 10 MB. */
const MAX_PART_BYTES = 512 * 1024 * 1024

type Parts = { readonly [P in 'shp' | 'dbf' | 'prj' | 'cpg']: Part | undefined }

export async function loadSet({ shp, dbf, prj, cpg }: Parts, most: number): Promise<LoadedSet> {
  if (dbf === undefined) throw new LegislogError('record_unreadable', 'the .dbf file is missing')
  const text = async (part: Part | undefined) =>
    part === undefined ? null : (await readPart(part, most)).toString('latin1')
  const table = openDbf(await readPart(dbf, most), encodingOf(await text(cpg)))
  if (shp === undefined) return withoutShapes(table)
  const shapes = openShp(await readPart(shp, most))
  const toLonLat = readProjection(await text(prj), shapes.shapes === 0 ? null : shapes.box)
  if (shapes.shapes !== table.rows) {
    throw new LegislogError(
      'record_unreadable',
      `the .shp file has ${shapes.shapes} shapes, and the .dbf file has ${table.rows} rows`,
    )
  }
  return {
    ...withoutShapes(table),
    has_shapes: true,
    shape(index) {
      const shape = shapes.shape(index)
      return shape === null ? null : convert(shape, toLonLat)
    },
  }
}

const withoutShapes = ({ columns, rows, row }: DbfTable): LoadedSet => ({
  columns,
  rows,
  row,
  has_shapes: false,
  shape: () => null,
})

function convert(shape: Shape, toLonLat: ToLonLat): Shape {
  return shape.kind === 'point'
    ? { kind: 'point', point: toLonLat(shape.point) }
    : { kind: shape.kind, parts: shape.parts.map((part) => part.map(toLonLat)) }
}

/** Without a .cpg file, a table is in Latin-1. */
function encodingOf(cpg: string | null): TextEncoding {
  const name = cpg?.trim() ?? ''
  if (/^(?:utf-?8|65001)$/iu.test(name)) return 'utf8'
  if (name === '' || /^(?:iso-?8859-?1|8859-?1|88591|latin-?1|(?:ansi |windows-|cp)?1252)$/iu.test(name))
    return 'latin1'
  throw new LegislogError(
    'record_invalid',
    `cpg is ${JSON.stringify(name.slice(0, 40))}, not UTF-8 or Latin-1`,
  )
}

/** The whole part, in memory. */
export async function readPart(part: Part, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const ending = part.name.slice(part.name.lastIndexOf('.'))
  try {
    for await (const chunk of limited(await part.open(), { most, left: most })) {
      size += chunk.length
      if (size > MAX_PART_BYTES) break
      chunks.push(chunk)
    }
  } catch (cause) {
    if (isOfSystem(cause)) throw cause
    const code = cause instanceof ArchiveTooLarge ? 'record_too_large' : 'record_unreadable'
    throw new LegislogError(code, `the ${ending} file: ${(cause as Error).message}`, { cause })
  }
  if (size > MAX_PART_BYTES)
    throw new LegislogError('record_too_large', `the ${ending} file has over ${MAX_PART_BYTES} bytes`)
  return Buffer.concat(chunks)
}

/** The disk failed, and not the file. */
const isOfSystem = (error: unknown): boolean =>
  ['EIO', 'EMFILE', 'ENFILE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')
