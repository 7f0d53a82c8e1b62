export type BoundingBox = {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The smallest box around points; at zero if there are none. */
export function boundingBoxOf(points: readonly (readonly [x: number, y: number])[]): BoundingBox {
  if (points.length === 0) return { west: 0, south: 0, east: 0, north: 0 }
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [x, y] of points) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.south = Math.min(box.south, y)
    box.north = Math.max(box.north, y)
  }
  return box
}
