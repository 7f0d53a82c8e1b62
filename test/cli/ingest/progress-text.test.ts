import { describe, expect, it } from 'vitest'
import { createProgressText } from '../../../cli/ingest/progress-text.ts'
import { createTally } from '../../../ingest/run-context/tally.ts'

const tally = (entities: number) => ({ ...createTally(), entities, events: 2 * entities })

describe('the progress line of a run', () => {
  it('shows the speed, the share of the files that is read, and the remaining time', () => {
    let now_ms = 5_000
    const text = createProgressText(() => now_ms)
    const of_bytes = 120_000_000
    expect(text(tally(0), null, { bytes: 0, of_bytes: null })).toBe('0 entities, 0 events')
    now_ms += 10_000
    expect(text(tally(3_000), null, { bytes: 30_000_000, of_bytes })).toBe(
      '3000 entities, 6000 events, 300/s, 25 % of 120 MB, 30 s left',
    )
    now_ms += 390_000
    expect(text(tally(3_400), null, { bytes: 40_000_000, of_bytes })).toBe(
      '3400 entities, 6800 events, 8.5/s, 33 % of 120 MB, 13 min left',
    )
    expect(text(tally(9_000), null, { bytes: of_bytes, of_bytes })).toMatch(/, 99 % of 120 MB$/)
  })

  it('shows the speed of a fetch without a remaining time', () => {
    let now_ms = 0
    const text = createProgressText(() => now_ms)
    const fetched = { requests: 4, documents: 2, unmodified: 0, bytes: 10, resumed: 0 }
    text(tally(0), fetched, null)
    now_ms += 2_000
    expect(text(tally(40), fetched, null)).toBe('4 requests, 2 documents, 40 entities, 80 events, 20/s')
  })
})
