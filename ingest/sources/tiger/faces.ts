import type { FaceRow } from '../../../schemas/address-rows/address-rows.ts'
import type { TableRow } from '../../files/shapefiles/dbf-table.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'
import { pointInside, polygonsOf } from '../../files/shapefiles/polygons.ts'
import { faultOfRow, type RejectedRows } from '../address-rows/rejected-rows.ts'
import { millionths } from '../address-rows/rows-object.ts'
import { NO_DISTRICT } from '../boundaries/layers.ts'
import { nullableText } from '../records/fields.ts'
import type { FaceColumns, NamedPlace, StateTables } from './state-tables.ts'
import { tigerId } from './tiger-id.ts'

export type Faces = {
  readonly columns: FaceColumns
  readonly rows: readonly FaceRow[]
  /** The place of each face, by the id of the face. */
  readonly places: ReadonlyMap<number, NamedPlace>
}

/** Columns that end in 20 have the codes of older maps. A later Congress has a higher number. */
function faceColumnsOf({ columns }: LoadedSet): FaceColumns {
  const congresses = columns.filter((name) => /^CD\d{2,3}FP$/u.test(name))
  return {
    upper: columns.find((name) => name === 'SLDUST'),
    lower: columns.find((name) => name === 'SLDLST'),
    congress: congresses.toSorted().at(-1),
  }
}

export function readFaces(loaded: LoadedSet, tables: StateTables, rejected: RejectedRows): Faces {
  const columns = faceColumnsOf(loaded)
  const rows: FaceRow[] = []
  const places = new Map<number, NamedPlace>()
  for (let index = 0; index < loaded.rows; index++) {
    try {
      const row = loaded.row(index)
      if (row === null) continue
      const tfid = tigerId(row, 'TFID')
      const place = placeOf(row, tables)
      if (place !== undefined) places.set(tfid, place)
      rows.push({
        tfid,
        place: place?.name ?? null,
        ...codesOf(row, columns),
        ...positionOf(row, loaded, index),
      })
    } catch (error) {
      rejected.add(faultOfRow(error), index)
    }
  }
  return { columns, rows, places }
}

function placeOf(row: TableRow, { places, towns }: StateTables): NamedPlace | undefined {
  const column = (name: string) => nullableText(row, name) ?? nullableText(row, `${name}20`)
  const state = column('STATEFP')
  return (
    places.get(`${state}${column('PLACEFP')}`) ??
    towns.get(`${state}${column('COUNTYFP')}${column('COUSUBFP')}`)
  )
}

function codesOf(row: TableRow, columns: FaceColumns): Pick<FaceRow, 'upper' | 'lower' | 'congress'> {
  const code = (column: string | undefined) => {
    const text = column === undefined ? null : nullableText(row, column)
    return text === null || NO_DISTRICT.test(text) ? null : text
  }
  return { upper: code(columns.upper), lower: code(columns.lower), congress: code(columns.congress) }
}

function positionOf(row: TableRow, loaded: LoadedSet, index: number): Pick<FaceRow, 'x' | 'y'> {
  const [latitude, longitude] = [degrees(row, 'INTPTLAT'), degrees(row, 'INTPTLON')]
  if (latitude !== null && longitude !== null) return { x: millionths(longitude), y: millionths(latitude) }
  const shape = loaded.shape(index)
  const point = shape?.kind === 'rings' ? pointInside(polygonsOf(shape.parts)) : null
  return point === null ? { x: null, y: null } : { x: millionths(point[0]), y: millionths(point[1]) }
}

function degrees(row: TableRow, name: string): number | null {
  const text = nullableText(row, name) ?? nullableText(row, `${name}20`)
  const value = text === null ? Number.NaN : Number(text)
  return Number.isFinite(value) && Math.abs(value) <= 180 ? value : null
}
