import fc from 'fast-check'
import pointInPolygon from 'point-in-polygon-hao'
import { describe, expect, it } from 'vitest'
import { placeIn, type Rings, ringsOf } from '../../../locate/shapes/rings.ts'

type Ring = readonly (readonly [number, number])[]

/** The bytes of an area as PostGIS writes them. */
function wkbOf(polygons: readonly (readonly Ring[])[], type = 6): Uint8Array {
  const parts: Buffer[] = []
  const head = (kind: number, count: number) => {
    const bytes = Buffer.alloc(9)
    bytes.writeUInt8(1, 0)
    bytes.writeUInt32LE(kind, 1)
    bytes.writeUInt32LE(count, 5)
    parts.push(bytes)
  }
  if (type === 6) head(6, polygons.length)
  for (const rings of polygons) {
    head(3, rings.length)
    for (const ring of rings) {
      const bytes = Buffer.alloc(4 + 16 * ring.length)
      bytes.writeUInt32LE(ring.length, 0)
      for (const [index, [x, y]] of ring.entries()) {
        bytes.writeDoubleLE(x, 4 + 16 * index)
        bytes.writeDoubleLE(y, 12 + 16 * index)
      }
      parts.push(bytes)
    }
  }
  return Buffer.concat(parts)
}

const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const island = [box(0, 0, 10, 10), box(4, 4, 6, 6)]
const area = ringsOf(wkbOf([island, [box(20, 0, 30, 10)]]))

/**
 * The library subtracts coordinates before it compares exactly, so it is only exact where differences are: on a grid. Ours
 * needs none.
 */
const STEP = 2 ** -30
const onGrid = (value: number): number => Math.round(value / STEP) * STEP

describe('the place of a point', () => {
  it.each([
    [1, 1, 'inside'],
    [25, 5, 'inside'],
    [5, 5, 'outside'],
    [15, 5, 'outside'],
    [5, 11, 'outside'],
    [-1, 0, 'outside'],
    [-1, 10, 'outside'],
    [0, 5, 'on_line'],
    [10, 10, 'on_line'],
    [5, 10, 'on_line'],
    [4, 5, 'on_line'],
    [30, 0, 'on_line'],
    [0, 4, 'on_line'],
    [3, 4, 'inside'],
  ])('(%d, %d) of an area with a hole and an island is %s', (x, y, place) => {
    expect(placeIn(area, x, y)).toBe(place)
  })

  it('is the same for one polygon without its wrapping', () => {
    const alone = ringsOf(wkbOf([island], 3))
    expect(placeIn(alone, 5, 5)).toBe('outside')
    expect(placeIn(alone, 1, 5)).toBe('inside')
  })

  it('is that of an independent library, for stars with any corners, at corners, on sides and near them', () => {
    const coordinate = fc.double({ min: -1, max: 1, noNaN: true }).map(onGrid)
    const star = fc
      .array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 })
      .map((radii): Ring => {
        const corners = radii.map((radius, index): [number, number] => {
          const angle = (2 * Math.PI * index) / radii.length
          return [onGrid(radius * Math.cos(angle)), onGrid(radius * Math.sin(angle))]
        })
        return [...corners, corners[0]!]
      })
    fc.assert(
      fc.property(
        star,
        coordinate,
        coordinate,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (ring, x, y, at, part) => {
          const rings = ringsOf(wkbOf([[ring]]))
          const index = at % (ring.length - 1)
          const [[x1, y1], [x2, y2]] = [ring[index]!, ring[index + 1]!]
          const onSide = [onGrid(x1 + part * (x2 - x1)), onGrid(y1 + part * (y2 - y1))] as const
          const middle = [(x1 + x2) / 2, (y1 + y2) / 2] as const
          const beside = [middle[0] + STEP, middle[1]] as const
          const points = [[x, y], [x1, y1], onSide, middle, beside, [x, y1]] as const
          for (const point of points)
            expect(wordOf(rings, point)).toBe(pointInPolygon([...point], [ring.map((one) => [...one])]))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is refused for bytes that are no area', () => {
    expect(() => ringsOf(Buffer.from([1, 1, 0, 0, 0, 0, 0, 0, 0]))).toThrow('WKB of type 1 is no area')
  })
})

/** As the library says it. */
function wordOf(rings: Rings, [x, y]: readonly [number, number]): boolean | 0 {
  const place = placeIn(rings, x, y)
  return place === 'on_line' ? 0 : place === 'inside'
}
