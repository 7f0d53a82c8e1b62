import { totalmem } from 'node:os'
import { describe, expect, it } from 'vitest'
import { memoryBytes, memoryParameters } from '../../../stack/services/postgres-memory.ts'

const GIGABYTE = 1024 ** 3

describe('the memory of the private Postgres', () => {
  it.each([
    [0, 24 * GIGABYTE, '3072MB', '12288MB'],
    [0, 0.5 * GIGABYTE, '128MB', '512MB'],
    [700, 24 * GIGABYTE, '700MB', '2800MB'],
  ])('with a setting of %s and %s bytes is %s', (setting, bytes, shared_buffers, effective_cache_size) => {
    expect(memoryParameters(setting, bytes)).toEqual({ shared_buffers, effective_cache_size })
  })

  it('is never taken from more than the machine has', () => {
    expect(memoryBytes()).toBeGreaterThan(0)
    expect(memoryBytes()).toBeLessThanOrEqual(totalmem())
  })
})
