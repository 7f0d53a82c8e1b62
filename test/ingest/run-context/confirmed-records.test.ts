import { describe, expect, it } from 'vitest'
import { createConfirmedRecords } from '../../../ingest/run-context/confirmed-records.ts'
import { toRecordId } from '../../../ingest/state/snapshots.ts'

describe('the set of records that a run has confirmed', () => {
  it('contains confirmed records by entity and record, and no others', () => {
    const confirmed = createConfirmedRecords()
    const emitted = [
      toRecordId(7, ''),
      toRecordId(8, 'Third reading'),
      toRecordId(8, 'Passage'),
      toRecordId(9_000_000, ''),
    ]
    for (const one of emitted) confirmed.add(one)
    for (const one of emitted) confirmed.add(one)
    expect(emitted.map((one) => confirmed.has(one))).toEqual([true, true, true, true])
    const others = [
      toRecordId(6, ''),
      toRecordId(8, ''),
      toRecordId(8, 'Third'),
      toRecordId(7, 'Passage'),
      toRecordId(16_391, ''),
    ]
    expect(others.map((one) => confirmed.has(one))).toEqual([false, false, false, false, false])
  })

  it('needs only a few bytes for each', () => {
    const before = process.memoryUsage()
    const confirmed = createConfirmedRecords()
    for (let id = 1; id <= 1_000_000; id++)
      confirmed.add(toRecordId(id, `On the motion ${id % 1000} to pass the bill`))
    const after = process.memoryUsage()
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(5_000_000)
    expect(confirmed.has(toRecordId(1_000_000, 'On the motion 0 to pass the bill'))).toBe(true)
  })
})
