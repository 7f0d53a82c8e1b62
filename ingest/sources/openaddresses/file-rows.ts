import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import proj4 from 'proj4'
import { LegislogError } from '../../../schemas/errors.ts'
import type { ReadRecord } from '../../files/records.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'
import { type Polygons, pointInside, polygonsOf } from '../../files/shapefiles/polygons.ts'
import type { Position, Shape } from '../../files/shapefiles/shp-shapes.ts'
import { faultOfRow } from '../address-rows/rejected-rows.ts'
import { checkSystem } from '../boundaries/geometry.ts'
import { asFields, type Fields, fieldsOf, invalid, listOf } from '../records/fields.ts'
import { parseJson, textOfRecord } from '../records/rejections.ts'

/**
 * A row of an address file. `position` is null if the row has no geometry, and throws `record_invalid` if that is
 * broken.
 */
export type AddressFileRow =
  | { readonly attributes: Fields; readonly position: () => Position | null }
  | { readonly fault: string }

/** Throws `record_unreadable` or `record_invalid` if the whole record is at fault. */
export async function* rowsOfRecord({ name, bytes }: ReadRecord): AsyncGenerator<AddressFileRow> {
  if (/\.csv$/iu.test(name)) return yield* rowsOfCsv(bytes)
  const root = readJson(bytes)
  if (root.type === 'Feature') return yield rowOf(root, geojsonPoint)
  const isGeojson = root.type === 'FeatureCollection'
  if (!isGeojson && !Array.isArray(root.features))
    throw invalid('features', root.features, 'a list of features')
  const point = isGeojson ? geojsonPoint : esriPoint(root)
  if (isGeojson) checkSystem(root.crs)
  for (const feature of listOf(root, 'features')) yield rowOf(feature, point)
}

/** The message of a parser quotes the text, and that may be the name of an owner. */
function readJson(bytes: Buffer): Fields {
  try {
    return asFields(parseJson(textOfRecord(bytes)), 'file')
  } catch (error) {
    faultOfRow(error)
    throw new LegislogError('record_unreadable', 'no JSON object')
  }
}

const CHUNK_BYTES = 1024 * 1024

async function* rowsOfCsv(bytes: Buffer): AsyncGenerator<AddressFileRow> {
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
  }
  const options = {
    columns: true,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }
  const table = Readable.from(chunks(), { objectMode: false }).pipe(parse(options))
  try {
    for await (const attributes of table as AsyncIterable<Fields>) yield { attributes, position: () => null }
  } catch (cause) {
    throw new LegislogError('record_unreadable', `no CSV: ${String((cause as { code?: unknown }).code)}`, {
      cause,
    })
  }
}

type PointOf = (geometry: Fields) => Position | null

function rowOf(feature: Fields, point: PointOf): AddressFileRow {
  try {
    const attributes = fieldsOf(feature, feature.attributes === undefined ? 'properties' : 'attributes')
    const { geometry } = feature
    if (geometry === null || geometry === undefined) return { attributes, position: () => null }
    return { attributes, position: () => point(asFields(geometry, 'geometry')) }
  } catch (error) {
    return { fault: faultOfRow(error) }
  }
}

const geojsonPoint: PointOf = ({ type, coordinates }) => {
  if (type === 'Point') return positionOf(coordinates)
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    throw refused('the geometry is neither a point nor an area')
  return pointInside(polygons(type === 'Polygon' ? [coordinates] : coordinates))
}

/** Systems of ESRI by their number. Others are not converted. */
const GEOGRAPHIC = new Set([4326, 4269])
const WEB_MERCATOR = new Set([3857, 102100, 102113])

function esriPoint(root: Fields): PointOf {
  const { latestWkid, wkid } = fieldsOf(root, 'spatialReference')
  const system = Number(latestWkid ?? wkid ?? 4326)
  if (!GEOGRAPHIC.has(system) && !WEB_MERCATOR.has(system)) {
    throw invalid('spatialReference', latestWkid ?? wkid, 'WGS 84, NAD 83 or Web Mercator')
  }
  const toLonLat = (point: Position | null): Position | null => {
    if (point === null || GEOGRAPHIC.has(system)) return point
    const [x, y] = proj4('EPSG:3857', 'EPSG:4326', [point[0], point[1]])
    return [x!, y!]
  }
  return ({ x, y, rings, paths }) => {
    if (paths !== undefined) throw refused('the geometry is neither a point nor an area')
    if (rings !== undefined) return toLonLat(pointInside(polygonsOf(ringsOf(rings))))
    return typeof x === 'number' && typeof y === 'number' ? toLonLat([x, y]) : null
  }
}

export function* rowsOfSet(loaded: LoadedSet): Generator<AddressFileRow> {
  for (let index = 0; index < loaded.rows; index++) {
    try {
      const attributes = loaded.row(index)
      if (attributes === null) continue
      yield { attributes, position: () => pointOfShape(loaded.shape(index)) }
    } catch (error) {
      yield { fault: faultOfRow(error) }
    }
  }
}

function pointOfShape(shape: Shape | null): Position | null {
  if (shape === null) return null
  if (shape.kind === 'point') return shape.point
  if (shape.kind === 'lines') throw refused('the geometry is neither a point nor an area')
  return pointInside(polygonsOf(shape.parts))
}

const refused = (why: string) => new LegislogError('record_invalid', why)

function positionOf(value: unknown): Position {
  const [x, y] = (Array.isArray(value) ? value : []) as unknown[]
  if (typeof x !== 'number' || typeof y !== 'number') throw refused('the geometry is broken')
  return [x, y]
}

function ringsOf(value: unknown): Position[][] {
  if (!Array.isArray(value)) throw refused('the geometry is broken')
  return value.map((ring: unknown) => {
    if (!Array.isArray(ring)) throw refused('the geometry is broken')
    return ring.map(positionOf)
  })
}

function polygons(value: unknown): Polygons {
  if (!Array.isArray(value)) throw refused('the geometry is broken')
  return value.map(ringsOf)
}
