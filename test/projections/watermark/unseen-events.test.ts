import { describe, expect, it } from 'vitest'
import { UnseenEvents } from '../../../projections/watermark/unseen-events.ts'

const START_MS = Date.parse('2026-06-01T12:00:00Z')
/** The stamp of a time this many µs after the start. */
const stamp = (us: number) =>
  `${new Date(START_MS + Math.floor(us / 1_000)).toISOString().slice(0, -1)}${String(us % 1_000).padStart(3, '0')}Z`

describe('the store of unseen events', () => {
  it('returns an event when the watermark is above it, and not before', () => {
    const held = new UnseenEvents()
    held.add('wa', stamp(1_500))
    expect(held.take('-infinity')).toEqual([])
    expect(held.take(stamp(1_500))).toEqual([])
    expect(held.take(stamp(1_501))).toEqual([
      { jurisdiction: 'wa', first_ms: START_MS + 1, last_at: stamp(1_500), events: 1 },
    ])
    expect(held.take(stamp(9_000))).toEqual([])
  })

  it('groups events of one jurisdiction and period, with the age of the first event', () => {
    const held = new UnseenEvents()
    for (const us of [5_000, 3_000, 4_000, 60_000]) held.add('wa', stamp(us))
    held.add('va', stamp(4_000))
    expect(held.size).toBe(3)
    // The first group is only partly below.
    expect(held.take(stamp(4_500)).map(({ jurisdiction }) => jurisdiction)).toEqual(['va'])
    expect(held.take(stamp(50_000))).toEqual([
      { jurisdiction: 'wa', first_ms: START_MS + 3, last_at: stamp(5_000), events: 3 },
    ])
    expect(held.size).toBe(1)
  })

  it('uses bounded memory for any wait: no event is omitted or reported as newer than it is', () => {
    const held = new UnseenEvents()
    const events = 100_000
    for (let n = 0; n < events; n += 1) held.add(n % 2 === 0 ? 'wa' : 'va', stamp(n * 50_000))
    expect(held.size).toBeLessThanOrEqual(20_000)
    const seen = held.take(stamp(events * 50_000))
    expect(seen.reduce((sum, stretch) => sum + stretch.events, 0)).toBe(events)
    const ofFirst = seen.find(({ first_ms }) => first_ms === START_MS)
    expect(ofFirst?.jurisdiction).toBe('wa')
    for (const { first_ms, last_at } of seen) expect(Date.parse(last_at)).toBeGreaterThanOrEqual(first_ms)
    // Periods are short again when nothing waits.
    held.add('wa', stamp(0))
    held.add('wa', stamp(40_000))
    expect(held.size).toBe(2)
  })
})
