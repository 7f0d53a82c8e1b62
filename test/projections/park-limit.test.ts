import { describe, expect, it } from 'vitest'
import { ParkLimit } from '../../projections/park-limit.ts'

function limitAt(start_ms: number) {
  let now_ms = start_ms
  const limit = new ParkLimit({ now: () => new Date(now_ms) })
  return { limit, pass: (ms: number) => (now_ms += ms) }
}

describe('the limit of parked events', () => {
  it('lets a handful pass whatever its share', () => {
    const { limit } = limitAt(0)
    expect(() => limit.refuse(10, 10)).not.toThrow()
  })

  it('lets many pass among very many', () => {
    const { limit } = limitAt(0)
    expect(() => limit.refuse(5_000, 50)).not.toThrow()
  })

  it('halts above one in a hundred', () => {
    const { limit } = limitAt(0)
    expect(() => limit.refuse(5_000, 51)).toThrow(/51 of 5000/)
  })

  it('counts the minute, not the batch', () => {
    const { limit, pass } = limitAt(0)
    for (let batch = 0; batch < 10; batch++) {
      limit.refuse(10, 1)
      limit.count(10, 1)
      pass(1_000)
    }
    expect(() => limit.refuse(10, 1)).toThrow(/11 of 110/)
    pass(60_000)
    expect(() => limit.refuse(10, 1)).not.toThrow()
  })
})
