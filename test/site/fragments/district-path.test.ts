import { describe, expect, it } from 'vitest'
import { drawShapes, type Geometry } from '../../../site/fragments/district-path.ts'

const square = (west: number, south: number, size: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
})

describe('the drawing of districts', () => {
  it('fits all shapes into one picture, north up', () => {
    const { width, height, paths, at } = drawShapes([square(-99, 40, 1), square(-98, 40, 1)])
    expect(paths).toHaveLength(2)
    expect(width).toBeLessThanOrEqual(640)
    expect(height).toBeLessThanOrEqual(640)
    const [, southern] = at([-99, 40])
    const [, northern] = at([-99, 41])
    expect(northern).toBeLessThan(southern)
    for (const [x, y] of paths
      .join('')
      .matchAll(/[ML]([\d.]+) ([\d.]+)/gu)
      .map(([, a, b]) => [Number(a), Number(b)])) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(width)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(height)
    }
  })

  it('shows a degree of longitude as short as it is', () => {
    const { at } = drawShapes([square(-100, 59.5, 1)])
    const [west, top] = at([-100, 60.5])
    const [east, bottom] = at([-99, 59.5])
    expect((east - west) / (bottom - top)).toBeCloseTo(0.5, 1)
  })

  it('leaves out points that nobody can see', () => {
    const ring = Array.from({ length: 20_000 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 19_999
      return [Math.cos(angle), Math.sin(angle)] as const
    })
    const [path] = drawShapes([{ type: 'MultiPolygon', coordinates: [[[...ring, ring[0]!]]] }]).paths
    expect(path!.split('L').length).toBeLessThan(3_000)
    expect(path).toMatch(/^M[^M]*Z$/u)
  })

  it('draws nothing if there is no shape', () => {
    expect(drawShapes([]).paths).toEqual([])
  })
})
