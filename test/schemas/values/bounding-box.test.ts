import { expect, it } from 'vitest'
import { boundingBoxOf } from '../../../schemas/values/bounding-box.ts'

it('a bounding box has every point, and is at zero without points', () => {
  const points = [
    [-71.2, 42.1],
    [-70.9, 42.4],
    [-71, 41.9],
  ] as const
  expect(boundingBoxOf(points)).toEqual({ west: -71.2, south: 41.9, east: -70.9, north: 42.4 })
  expect(boundingBoxOf([])).toEqual({ west: 0, south: 0, east: 0, north: 0 })
})
