import { describe, expect, it } from 'vitest'
import { pointInside, polygonsOf } from '../../../../ingest/files/shapefiles/polygons.ts'
import type { Position } from '../../../../ingest/files/shapefiles/shp-shapes.ts'

const outline = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west, south + side],
  [west + side, south + side],
  [west + side, south],
  [west, south],
]
const hole = (west: number, south: number, side: number) => outline(west, south, side).toReversed()

describe('the rings of a shape', () => {
  it('become outlines with their holes, in whatever order they come', () => {
    const [big, lake, island, pond] = [
      outline(0, 0, 100),
      hole(10, 10, 50),
      outline(20, 20, 20),
      hole(25, 25, 5),
    ]
    expect(polygonsOf([pond, lake, big, island])).toEqual([
      [island, pond],
      [big, lake],
    ])
  })

  it('keep a hole that touches its outline', () => {
    const [big, touching] = [outline(0, 0, 10), hole(0, 0, 5)]
    expect(polygonsOf([big, touching])).toEqual([[big, touching]])
  })

  it('become an outline if a hole lies in none', () => {
    expect(polygonsOf([outline(0, 0, 1), hole(5, 5, 1)])).toHaveLength(2)
  })
})

describe('a point inside of an area', () => {
  it('lies in the widest stretch of the largest polygon, and in no hole', () => {
    const [x, y] = pointInside([[outline(0, 0, 1)], [outline(10, 10, 10), hole(14, 14, 4)]])!
    expect(y).toBe(15)
    expect(x > 10 && x < 14 ? true : x > 18 && x < 20).toBe(true)
  })

  it('is null without an area', () => {
    expect(pointInside([])).toBeNull()
    expect(
      pointInside([
        [
          [
            [0, 0],
            [1, 0],
            [0, 0],
          ],
        ],
      ]),
    ).toBeNull()
  })
})
