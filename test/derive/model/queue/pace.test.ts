import { describe, expect, it } from 'vitest'
import { postponed } from '../../../../derive/model/answers/ask-within-budget.ts'
import { Pace } from '../../../../derive/model/queue/pace.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
/** Half of the jitter: no pause is shortened or lengthened. */
const pace = () => new Pace(() => 0.5)
const seconds = (due: Date) => (due.getTime() - now.getTime()) / 1_000

describe('the pace of questions', () => {
  it('pauses twice as long after each failure in a row, up to five minutes, and not after an answer', () => {
    const one = pace()
    const pauses = Array.from({ length: 11 }, () => {
      one.onPostponed(postponed('failed', 'status 500'), 0, now)
      return one.waits_ms(now) / 1_000
    })
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    const other = pace()
    other.onPostponed(postponed('failed', 'status 500'), 0, now)
    other.onAnswer()
    other.onPostponed(postponed('failed', 'status 500'), 0, now)
    expect(other.waits_ms(now)).toBe(1_000)
  })

  it('postpones work by its own failures, up to six hours', () => {
    const due = [0, 1, 2, 20].map((failures) =>
      seconds(pace().onPostponed(postponed('rejected', 'status 400'), failures, now)),
    )
    expect(due).toEqual([60, 120, 240, 21_600])
  })

  it('waits as long as the service demands, but no longer than a day', () => {
    const one = pace()
    expect(seconds(one.onPostponed(postponed('limited', '', 45_000), 3, now))).toBe(45)
    expect(one.waits_ms(now)).toBe(45_000)
    expect(seconds(pace().onPostponed(postponed('limited', '', 10 ** 12), 0, now))).toBe(86_400)
  })

  it('lets other work go on after an error that is not the fault of the service', () => {
    const one = pace()
    expect(seconds(one.onPostponed(postponed('error', 'a lost text'), 0, now))).toBe(60)
    expect(one.waits_ms(now)).toBe(0)
  })

  it('postpones what does not fit into the budget to the next day, and stops after ten', () => {
    const one = pace()
    for (let count = 1; count <= 10; count++) {
      expect(one.waits_ms(now)).toBe(0)
      expect(one.onPostponed(postponed('budget', ''), 0, now)).toEqual(new Date('2026-03-03T00:00:00.000Z'))
    }
    expect(one.waits_ms(now)).toBe(15 * 3_600_000)
  })
})
