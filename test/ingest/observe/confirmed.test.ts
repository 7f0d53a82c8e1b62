import { describe, expect, it } from 'vitest'
import { createConfirmed } from '../../../ingest/observe/confirmed.ts'
import { recordId } from '../../../ingest/observe/freshness.ts'

describe('the records that a run has confirmed', () => {
  it('are known by entity and record, and no others are', () => {
    const confirmed = createConfirmed()
    const told = [
      recordId(7, ''),
      recordId(8, 'Third reading'),
      recordId(8, 'Passage'),
      recordId(9_000_000, ''),
    ]
    for (const one of told) confirmed.add(one)
    for (const one of told) confirmed.add(one)
    expect(told.map((one) => confirmed.has(one))).toEqual([true, true, true, true])
    const others = [
      recordId(6, ''),
      recordId(8, ''),
      recordId(8, 'Third'),
      recordId(7, 'Passage'),
      recordId(16_391, ''),
    ]
    expect(others.map((one) => confirmed.has(one))).toEqual([false, false, false, false, false])
  })

  it('take a few bytes each', () => {
    const before = process.memoryUsage()
    const confirmed = createConfirmed()
    for (let id = 1; id <= 1_000_000; id++)
      confirmed.add(recordId(id, `On the motion ${id % 1000} to pass the bill`))
    const after = process.memoryUsage()
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(5_000_000)
    expect(confirmed.has(recordId(1_000_000, 'On the motion 0 to pass the bill'))).toBe(true)
  })
})
