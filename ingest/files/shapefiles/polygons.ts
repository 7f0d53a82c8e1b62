import { type BoundingBox, boundingBoxOf } from '../../../schemas/values/bounding-box.ts'
import type { Position } from './shp-shapes.ts'

type Ring = readonly Position[]

/** The coordinates of a GeoJSON MultiPolygon: each polygon is an outline and its holes. */
export type Polygons = readonly (readonly Ring[])[]

/**
 * Sorts the rings of a shape into polygons. In a shapefile outlines run clockwise and holes counterclockwise, in any
 * order. A hole belongs to the smallest outline around it. A hole outside of all outlines is an outline that runs the
 * wrong way.
 */
export function polygonsOf(rings: readonly Ring[]): Polygons {
  const areas = rings.map(signedArea)
  const outlines = rings
    .map((ring, index) => ({ ring, area: areas[index]!, box: boundingBoxOf(ring), holes: [] as Ring[] }))
    .filter(({ area }) => area < 0)
    .toSorted((a, b) => b.area - a.area)
  const strays: Ring[] = []
  for (const [index, ring] of rings.entries()) {
    if (areas[index]! < 0) continue
    const box = boundingBoxOf(ring)
    const outer = outlines.find((outline) => liesIn(box, outline.box) && isAround(outline.ring, ring))
    if (outer === undefined) strays.push(ring)
    else outer.holes.push(ring)
  }
  const whole = outlines.map(({ ring, holes }) => [ring, ...holes])
  return [...whole, ...strays.map((ring) => [ring])]
}

/** Positive if the ring runs counterclockwise. */
function signedArea(ring: Ring): number {
  let sum = 0
  for (let index = 1; index < ring.length; index++) {
    const [x1, y1] = ring[index - 1]!
    const [x2, y2] = ring[index]!
    // Differences to the first point keep small rings exact.
    sum += (x1 - ring[0]![0]) * (y2 - ring[0]![1]) - (x2 - ring[0]![0]) * (y1 - ring[0]![1])
  }
  return sum / 2
}

const liesIn = (inner: BoundingBox, outer: BoundingBox): boolean =>
  inner.west >= outer.west &&
  inner.east <= outer.east &&
  inner.south >= outer.south &&
  inner.north <= outer.north

/** Holes may touch their outline, so most of the points decide. */
function isAround(outline: Ring, hole: Ring): boolean {
  const inside = hole.filter((point) => crossings(outline, point).length % 2 === 1).length
  return inside * 2 > hole.length
}

/** Longitudes at which the ring crosses the parallel of the point, east of it. */
function crossings(ring: Ring, [x, y]: Position): number[] {
  return crossingsOf(ring, y).filter((at) => at > x)
}

function crossingsOf(ring: Ring, y: number): number[] {
  const found: number[] = []
  for (let index = 1; index < ring.length; index++) {
    const [x1, y1] = ring[index - 1]!
    const [x2, y2] = ring[index]!
    if (y1 > y !== y2 > y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
  }
  return found
}

/**
 * A point inside of the polygons: the middle of the widest stretch on a parallel through the middle of the largest one.
 * null if they have no area.
 */
export function pointInside(polygons: Polygons): Position | null {
  const largest = polygons.toSorted(
    (a, b) => Math.abs(signedArea(b[0] ?? [])) - Math.abs(signedArea(a[0] ?? [])),
  )[0]
  if (largest === undefined) return null
  const { south, north } = boundingBoxOf(largest[0]!)
  const y = (south + north) / 2
  const xs = largest.flatMap((ring) => crossingsOf(ring, y)).toSorted((a, b) => a - b)
  let best: readonly [from: number, to: number] | null = null
  for (let index = 0; index + 1 < xs.length; index += 2) {
    const [from, to] = [xs[index]!, xs[index + 1]!]
    if (to > from && (best === null || to - from > best[1] - best[0])) best = [from, to]
  }
  return best === null ? null : [(best[0] + best[1]) / 2, y]
}
