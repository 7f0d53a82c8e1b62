import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type DbfColumn, type DbfRow, encodeDbf } from './dbf.ts'
import { encodeShapes, type Shape, type ShapeKind } from './shp.ts'

export type Layer = {
  readonly kind: ShapeKind
  readonly columns: readonly DbfColumn[]
  readonly features: readonly { readonly shape: Shape; readonly row: DbfRow }[]
}

/** The system of the Census: NAD 83, longitude and latitude. */
export const NAD83 =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]'

/** Writes `<base>.shp`, `.shx`, `.dbf`, `.prj` and `.cpg`. */
export async function writeShapefile(base: string, { kind, columns, features }: Layer): Promise<void> {
  const { shp, shx } = encodeShapes(
    kind,
    features.map(({ shape }) => shape),
  )
  const files: Readonly<Record<string, Buffer | string>> = {
    shp,
    shx,
    dbf: encodeDbf(
      columns,
      features.map(({ row }) => row),
    ),
    prj: NAD83,
    cpg: 'UTF-8',
  }
  await mkdir(dirname(base), { recursive: true })
  await Promise.all(Object.entries(files).map(([ending, content]) => writeFile(`${base}.${ending}`, content)))
}
