import { LegislogError } from '../../../schemas/errors.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'
import { polygonsOf } from '../../files/shapefiles/polygons.ts'
import type { ShapefileSet } from '../../files/shapefiles/shapefile-sets.ts'
import type { FileInput, SourceItem } from '../../source-interface/source.ts'
import type { Fields } from '../records/fields.ts'
import { rejectionOf } from '../records/rejections.ts'
import { isBase } from './layers.ts'
import { observeFeature } from './observe-feature.ts'
import { distinctPlaceNames } from './place-names.ts'

/** Columns that a layer of districts or places has, and that files of faces, edges and addresses lack. */
const RECOGNIZED = [
  ...[['NAMELSAD', 'STATEFP'], ['DIVISION_ID'], ['OCD_ID'], ['DISTRICT', 'KIND'], ['WARD', 'NAME']],
] as const

export function isBoundaryTable({ columns, has_shapes }: LoadedSet): boolean {
  const names = new Set(columns.map((column) => column.toUpperCase()))
  return (
    has_shapes &&
    !names.has('COUSUBFP') &&
    RECOGNIZED.some((wanted) => wanted.every((name) => names.has(name)))
  )
}

/** Observes each row by itself: a bad one does not stop the others. */
export function* observeShapefile(
  set: ShapefileSet,
  loaded: LoadedSet,
  input: FileInput,
): Generator<SourceItem> {
  const place_names = distinctPlaceNames(loaded)
  const is_simplified = /^tl_(?:\d{4}|rd\d{2})_/u.test(set.base)
    ? false
    : /^cb_\d{4}_/u.test(set.base)
      ? true
      : null
  const context = { observed_at: input.started_at, passed_over: input.passed_over }
  const lacks_base = lacksBase(loaded)
  for (let index = 0; index < loaded.rows; index++) {
    // A rejected row is kept as GeoJSON, so its name must say so.
    const record = `${set.name}.geojson#${index + 1}`
    try {
      const feature = featureOf(loaded, index)
      if (feature === null) input.passed_over?.(record, 'a deleted row')
      else {
        const place = { record, layer: set.base, is_simplified, place_names, lacks_base }
        yield* observeFeature(feature, place, context)
      }
    } catch (error) {
      yield rejectionOf({ name: record, bytes: Buffer.from(record) }, error, null)
    }
  }
}

function lacksBase(loaded: LoadedSet): boolean {
  const column = loaded.columns.find((name) => name.toUpperCase() === 'KIND')
  if (column === undefined) return false
  for (let index = 0; index < loaded.rows; index++) {
    if (isBase(loaded.row(index)?.[column])) return false
  }
  return true
}

function featureOf(loaded: LoadedSet, index: number): Fields | null {
  const row = loaded.row(index)
  if (row === null) return null
  const shape = loaded.shape(index)
  if (shape === null) throw new LegislogError('record_invalid', 'geometry is missing')
  if (shape.kind !== 'rings')
    throw new LegislogError('record_invalid', `geometry is ${shape.kind}, not an area`)
  const polygons = polygonsOf(shape.parts)
  const geometry =
    polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0] }
      : { type: 'MultiPolygon', coordinates: polygons }
  return { type: 'Feature', properties: propertiesOf(row), geometry }
}

/** Columns of the layers that we define have names in lower case, which some programs write in capitals. */
const OURS =
  /^(?:division_id|ocd_id|district|kind|name|state|chamber|release|valid_from|valid_to|start_date|end_date)$/iu

function propertiesOf(row: Fields): Fields {
  const isOurs = Object.keys(row).some((name) => /^(?:division_id|ocd_id|kind)$/iu.test(name))
  if (!isOurs) return row
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [OURS.test(name) ? name.toLowerCase() : name, value]),
  )
}
