import { describe, expect, it } from 'vitest'
import { positionOf, positionsOf } from '../../../locate/match/interpolate.ts'
import { point, side } from './candidates.ts'

/** From west to east along 60 degrees north, where a degree of longitude is half as long as one of latitude. */
const EAST = [0, 60_000_000, 20_000, 60_000_000]
const METER = 1 / 111_320

describe('the position of a house number', () => {
  it('lies as far along the line as the number in its range', () => {
    const range = side({ street: 'Main St', numbers: ['100', '200'], line: EAST })
    expect(positionOf(range, 100).longitude).toBeCloseTo(0.002, 9)
    expect(positionOf(range, 150).longitude).toBeCloseTo(0.01, 9)
    expect(positionOf(range, 200).longitude).toBeCloseTo(0.018, 9)
  })

  it('is mirrored if the numbers fall along the line', () => {
    const range = side({ street: 'Main St', numbers: ['200', '100'], line: EAST })
    expect(positionOf(range, 200).longitude).toBeCloseTo(0.002, 9)
    expect(positionOf(range, 100).longitude).toBeCloseTo(0.018, 9)
  })

  it.each([
    ['L', 1],
    ['R', -1],
  ] as const)('is eight meters beside the line on side %s', (at, sign) => {
    const range = side({ street: 'Main St', side: at, line: EAST })
    expect((positionOf(range, 150).latitude - 60) / METER).toBeCloseTo(8 * sign, 3)
    const north = side({ street: 'Main St', side: at, line: [0, 60_000_000, 0, 60_010_000] })
    expect((positionOf(north, 150).longitude * 0.5) / METER).toBeCloseTo(-8 * sign, 2)
  })

  it('follows the bends of the line by length', () => {
    const bent = side({ street: 'Main St', numbers: ['0', '100'], line: [0, 0, 1_000, 0, 1_000, 3_000] })
    const { longitude, latitude } = positionOf(bent, 50)
    expect(latitude).toBeCloseTo(0.001, 6)
    expect(longitude).toBeGreaterThan(0.001)
  })

  it('is the middle if the side has one number or none', () => {
    for (const numbers of [['7', '7'] as const, null]) {
      expect(positionOf(side({ street: 'Main St', numbers, line: EAST }), 7).longitude).toBeCloseTo(0.01, 9)
    }
  })

  it('is a number even if the line has no length', () => {
    const { longitude, latitude } = positionOf(side({ street: 'Main St', line: [5, 5, 5, 5] }), 150)
    expect([longitude, latitude]).toEqual([0.000005, 0.000005])
  })

  it('is the point of its address if the map has one', () => {
    expect(positionsOf(point('7', { street: 'Main St', line: [-1_000_000, 2_000_000] }), 7)).toEqual([
      { longitude: -1, latitude: 2 },
    ])
  })

  it('is judged together with both ends of its side', () => {
    const found = positionsOf(side({ street: 'Main St', numbers: ['100', '200'], line: EAST }), 130)
    expect(found.map(({ longitude }) => Number(longitude.toFixed(6)))).toEqual([0.0068, 0.002, 0.018])
  })
})
