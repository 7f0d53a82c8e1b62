import { describe, expect, it } from 'vitest'
import {
  type CountedDelays,
  delayReport,
  firstDayAt,
  roundedDown,
  withinPercent,
} from '../../../../api/read-model/coverage/delay-report.ts'
import { DELAY_ENDS_MS, delayClasses, delayClassOf } from '../../../../runtime/delays/delay-classes.ts'

const now = new Date('2026-03-02T09:00:00Z')

function countsOf(delays_ms: readonly number[]): number[] {
  const counts = new Array<number>(delayClasses).fill(0)
  for (const delay_ms of delays_ms) counts[delayClassOf(delay_ms)]! += 1
  return counts
}
const times = (count: number, delay_ms: number) => new Array<number>(count).fill(delay_ms)
const day = (target: 'api' | 'webhook', on: string, delays_ms: readonly number[]): CountedDelays => ({
  target,
  day: on,
  counts: countsOf(delays_ms),
})

describe('the classes of delays', () => {
  it('are six per decade, from 10 ms to 11 days, and one without an upper limit', () => {
    expect(DELAY_ENDS_MS.slice(0, 8)).toEqual([10, 15, 22, 33, 47, 68, 100, 150])
    expect([DELAY_ENDS_MS.length, DELAY_ENDS_MS.at(-2), DELAY_ENDS_MS.at(-1)]).toEqual([
      49, 680_000_000, 1_000_000_000,
    ])
    expect([-5, 0, 10, 10.1, 15, 1_000_000_000, 1_000_000_001].map(delayClassOf)).toEqual([
      0, 0, 0, 1, 1, 48, 49,
    ])
  })
})

describe('the median and the 95th percentile', () => {
  it.each([
    ['one delay', [120], 0.15, 0.15],
    ['twenty delays with one slow one', [...times(19, 100), 5_000], 0.1, 0.1],
    ['twenty delays with two slow ones', [...times(18, 100), 5_000, 5_000], 0.1, 6.8],
    ['an even number of delays', [10, 15], 0.01, 0.015],
    ['an odd number of delays', [10, 15, 22], 0.015, 0.022],
    ['delays of several days', times(3, 3 * 86_400_000), 330_000, 330_000],
    ['delays beyond the last class', [...times(9, 20), 2_000_000_000], 0.022, null],
    ['no delays', [], null, null],
  ])('are rounded up to the end of a delay class: %s', (_what, delays_ms, half, most) => {
    const counts = countsOf(delays_ms)
    expect([withinPercent(50, counts), withinPercent(95, counts)]).toEqual([half, most])
  })

  it('are never below the exact value, and at most 1.51 times as large', () => {
    for (let size = 1; size <= 200; size += 1) {
      const delays_ms = Array.from({ length: size }, (_, n) => 10 + ((n * 7_919) % 60_000))
      const sorted = delays_ms.toSorted((a, b) => a - b)
      for (const percent of [50, 95]) {
        const exact_s = sorted[Math.ceil((percent * size) / 100) - 1]! / 1_000
        const reported_s = withinPercent(percent, countsOf(delays_ms))!
        expect(reported_s).toBeGreaterThanOrEqual(exact_s)
        expect(reported_s).toBeLessThanOrEqual(exact_s * 1.51)
      }
    }
  })
})

describe('a report of delays', () => {
  it('covers the last two and the last seven days, in UTC', () => {
    expect(firstDayAt(now)).toBe('2026-02-24')
    const report = delayReport(
      [
        day('api', '2026-02-23', times(100, 900_000)),
        day('api', '2026-02-24', times(60, 3_000)),
        day('api', '2026-03-01', times(30, 100)),
        day('api', '2026-03-02', times(10, 200)),
        day('webhook', '2026-02-25', times(25, 400)),
      ],
      now,
    )
    expect(report).toEqual({
      api: {
        two_days: { events: 40, p50_s: 0.1, p95_s: 0.22, since: '2026-03-01' },
        seven_days: { events: 100, p50_s: 3.3, p95_s: 3.3, since: '2026-02-24' },
      },
      webhook: {
        two_days: null,
        seven_days: { deliveries: 20, p50_s: 0.47, p95_s: 0.47, since: '2026-02-25' },
      },
    })
  })

  it('leaves out webhooks if there are few, and rounds their number down otherwise', () => {
    const deliveries = (count: number) =>
      delayReport([day('webhook', '2026-03-02', times(count, 100))], now).webhook.two_days?.deliveries
    expect([1, 19, 20, 49, 50, 99, 199, 1_000, 4_999].map(deliveries)).toEqual([
      ...[undefined, undefined, 20, 20],
      ...[50, 50, 100, 1_000, 2_000],
    ])
    expect(roundedDown(999_999)).toBe(500_000)
  })

  it('is empty if nothing happened', () => {
    const none = { two_days: null, seven_days: null }
    expect(delayReport([], now)).toEqual({ api: none, webhook: none })
  })
})
