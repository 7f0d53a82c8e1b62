import { getHeapSpaceStatistics } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { createRestDetector, returnMemory } from '../../../cli/process/memory-at-rest.ts'

const shares = (...spans: readonly number[]): boolean[] => spans.map(createRestDetector())

describe('a service', () => {
  it('begins to rest after its start, once', () => {
    expect(shares(0.8, 0.01, 0.01, 0.02)).toEqual([false, true, false, false])
    expect(shares(0.01, 0.01)).toEqual([true, false])
  })

  it('begins to rest after each load', () => {
    expect(shares(0.01, 0.5, 0.9, 0.01, 0.01, 0.2, 0.01)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
    ])
  })

  it('does not rest under a light load, and light work alone is no load', () => {
    expect(shares(0.05, 0.06, 0.05)).toEqual([false, false, false])
    expect(shares(0.01, 0.05, 0.01)).toEqual([true, false, false])
  })
})

describe('returning memory', () => {
  it('shrinks the space of young objects', () => {
    const young = (): number =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.physical_space_size
    const kept: object[] = []
    for (let count = 0; count < 500_000; count++) kept.push({ count })
    const before = young()
    kept.length = 0
    returnMemory()
    expect(young()).toBeLessThan(before / 2)
  })
})
