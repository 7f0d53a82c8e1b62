import { boundingBoxOf } from '../../schemas/values/bounding-box.ts'

/** Shapes drawn together on one picture: longitude and latitude are put on the same scale. */
export type Drawing = {
  readonly width: number
  readonly height: number
  /** The path of each shape, in the order in which they came. */
  readonly paths: readonly string[]
  readonly at: (position: readonly [longitude: number, latitude: number]) => readonly [x: number, y: number]
}

type Ring = readonly (readonly [number, number])[]
export type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] }

const WIDTH = 640
const MOST_HEIGHT = 640
const MARGIN = 16

/** A district of 20,000 points needs a few hundred of them. */
export function drawShapes(shapes: readonly Geometry[]): Drawing {
  const rings = shapes.map(ringsOf)
  const { west, south, east, north } = boundingBoxOf(rings.flat(2))
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const [across, up] = [Math.max((east - west) * shrink, 1e-9), Math.max(north - south, 1e-9)]
  const scale = Math.min((WIDTH - 2 * MARGIN) / across, (MOST_HEIGHT - 2 * MARGIN) / up)
  const round = (value: number) => Math.round(2 * value) / 2
  const at = ([longitude, latitude]: readonly [number, number]): [number, number] => [
    round(MARGIN + (longitude - west) * shrink * scale),
    round(MARGIN + (north - latitude) * scale),
  ]
  return {
    width: Math.ceil(across * scale + 2 * MARGIN),
    height: Math.ceil(up * scale + 2 * MARGIN),
    paths: rings.map((each) => each.map((ring) => pathOf(ring.map(at))).join('')),
    at,
  }
}

const ringsOf = (geometry: Geometry): readonly Ring[] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()

/** Points nearer than a pixel to the last one are left out, and so are islands smaller than that. */
function pathOf(points: readonly (readonly [number, number])[]): string {
  const kept: (readonly [number, number])[] = []
  for (const [index, point] of points.entries()) {
    const last = kept.at(-1)
    const isEnd = index === points.length - 1
    if (last === undefined || isEnd || Math.hypot(point[0] - last[0], point[1] - last[1]) >= 1)
      kept.push(point)
  }
  return kept.length < 4 ? '' : `M${kept.map(([x, y]) => `${x} ${y}`).join('L')}Z`
}
