import { invalid } from '../records/fields.ts'

type Point = readonly [number, number]
type Ring = readonly Point[]
/** The first ring is the outline, the others are holes. */
type Area = readonly Ring[]

/** A shape as it is stored: RFC 7946, two dimensions, to the centimeter. */
export type Geometry = {
  readonly type: 'Polygon' | 'MultiPolygon'
  readonly json: string
  readonly bbox: { west: number; south: number; east: number; north: number }
  readonly points: number
  readonly area_m2: number
}

/** Radius of the sphere that has the surface area of the earth. */
const RADIUS_M = 6_371_007.2
const DECIMALS = 1e7
/** Names of the reference systems in which coordinates are longitude and latitude. */
const GEOGRAPHIC = /(?:CRS84|EPSG:{1,2}(?:4326|4269))$/iu

/** Throws `record_invalid` if coordinates are not longitude and latitude. */
export function checkSystem(crs: unknown): void {
  if (crs === undefined || crs === null) return
  const name = (crs as { properties?: { name?: unknown } }).properties?.name
  if (typeof name !== 'string' || !GEOGRAPHIC.test(name)) throw invalid('crs', crs, 'longitude and latitude')
}

/** Throws `record_invalid` if it is not an area on the earth. */
export function readGeometry(value: unknown): Geometry {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown }
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    throw invalid('geometry.type', type, 'Polygon or MultiPolygon')
  }
  const areas = (type === 'Polygon' ? [coordinates] : listOf(coordinates, 'coordinates')).map(areaOf)
  const bbox = { west: 180, south: 90, east: -180, north: -90 }
  let points = 0
  let areaM2 = 0
  for (const area of areas) {
    for (const ring of area) {
      points += ring.length
      areaM2 += signedArea(ring)
      for (const [x, y] of ring) {
        bbox.west = Math.min(bbox.west, x)
        bbox.east = Math.max(bbox.east, x)
        bbox.south = Math.min(bbox.south, y)
        bbox.north = Math.max(bbox.north, y)
      }
    }
  }
  const json = JSON.stringify({ type, coordinates: type === 'Polygon' ? areas[0] : areas })
  return { type, json, bbox, points, area_m2: Math.round(areaM2) }
}

function areaOf(value: unknown): Area {
  const rings = listOf(value, 'coordinates').map(ringOf)
  if (rings.length === 0) throw invalid('geometry.coordinates', value, 'rings')
  // Outlines run counterclockwise and holes clockwise, so their areas add up.
  return rings.map((ring, index) => (signedArea(ring) < 0 === (index === 0) ? ring.toReversed() : ring))
}

function ringOf(value: unknown): Ring {
  const ring = listOf(value, 'coordinates').map(pointOf)
  const [first, last] = [ring[0], ring.at(-1)]
  if (ring.length < 4 || first![0] !== last![0] || first![1] !== last![1]) {
    throw invalid('geometry.coordinates', ring.slice(0, 2), 'a closed ring of four points and more')
  }
  return ring
}

function pointOf(value: unknown): Point {
  const [x, y] = (Array.isArray(value) ? value : []) as unknown[]
  if (typeof x !== 'number' || typeof y !== 'number' || !(Math.abs(x) <= 180) || !(Math.abs(y) <= 90)) {
    throw invalid('geometry.coordinates', value, 'longitude and latitude')
  }
  return [Math.round(x * DECIMALS) / DECIMALS, Math.round(y * DECIMALS) / DECIMALS]
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(`geometry.${name}`, value, 'a list')
  return value
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Area of a ring on the sphere, with edges along longitude and latitude. Positive if it runs counterclockwise. */
function signedArea(ring: Ring): number {
  let sum = 0
  for (let index = 1; index < ring.length; index++) {
    const [x1, y1] = ring[index - 1]!
    const [x2, y2] = ring[index]!
    sum -= radians(x2 - x1) * (2 + Math.sin(radians(y1)) + Math.sin(radians(y2)))
  }
  return (sum * RADIUS_M * RADIUS_M) / 2
}
