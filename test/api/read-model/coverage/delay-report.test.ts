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
  it('are six to a decade, from 10 ms to 11 days, and one without an end', () => {
    expect(DELAY_ENDS_MS.slice(0, 8)).toEqual([10, 15, 22, 33, 47, 68, 100, 150])
    expect([DELAY_ENDS_MS.length, DELAY_ENDS_MS.at(-2), DELAY_ENDS_MS.at(-1)]).toEqual([
      49, 680_000_000, 1_000_000_000,
    ])
    expect([-5, 0, 10, 10.1, 15, 1_000_000_000, 1_000_000_001].map(delayClassOf)).toEqual([
      0, 0, 0, 1, 1, 48, 49,
    ])
  })
})

describe('what so many of a hundred took at most', () => {
  it.each([
    ['of one', [120], 0.15, 0.15],
    ['of twenty where one is slow', [...times(19, 100), 5_000], 0.1, 0.1],
    ['of twenty where two are slow', [...times(18, 100), 5_000, 5_000], 0.1, 6.8],
    ['of an even number', [10, 15], 0.01, 0.015],
    ['of an odd number', [10, 15, 22], 0.015, 0.022],
    ['of what lasted for days', times(3, 3 * 86_400_000), 330_000, 330_000],
    ['of what took longer than is told apart', [...times(9, 20), 2_000_000_000], 0.022, null],
    ['of nothing', [], null, null],
  ])('%s', (_what, delays_ms, half, most) => {
    const counts = countsOf(delays_ms)
    expect([withinPercent(50, counts), withinPercent(95, counts)]).toEqual([half, most])
  })

  it('is never less than it was, nor more than half as much again', () => {
    for (let size = 1; size <= 200; size += 1) {
      const delays_ms = Array.from({ length: size }, (_, n) => 10 + ((n * 7_919) % 60_000))
      const sorted = delays_ms.toSorted((a, b) => a - b)
      for (const percent of [50, 95]) {
        const exact_s = sorted[Math.ceil((percent * size) / 100) - 1]! / 1_000
        const told_s = withinPercent(percent, countsOf(delays_ms))!
        expect(told_s).toBeGreaterThanOrEqual(exact_s)
        expect(told_s).toBeLessThanOrEqual(exact_s * 1.51)
      }
    }
  })
})

describe('a report of delays', () => {
  it('is of today and yesterday, and of seven days, in UTC', () => {
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

  it('says nothing of webhooks where there are few, and no exact number where there are more', () => {
    const deliveries = (count: number) =>
      delayReport([day('webhook', '2026-03-02', times(count, 100))], now).webhook.two_days?.deliveries
    expect([1, 19, 20, 49, 50, 99, 199, 1_000, 4_999].map(deliveries)).toEqual([
      ...[undefined, undefined, 20, 20],
      ...[50, 50, 100, 1_000, 2_000],
    ])
    expect(roundedDown(999_999)).toBe(500_000)
  })

  it('of a place where nothing happened is empty', () => {
    const none = { two_days: null, seven_days: null }
    expect(delayReport([], now)).toEqual({ api: none, webhook: none })
  })
})
