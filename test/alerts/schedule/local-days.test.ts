import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueDay, nextDueAt, type Schedule } from '../../../alerts/schedule/local-days.ts'
import { changedTurn, dueTurn, firstTurn } from '../../../alerts/schedule/turn.ts'
import { DAY_MS, HOUR_MS } from '../../../runtime/durations.ts'

const daily = (zone: string, hour: number): Schedule => ({ frequency: 'daily', weekday: null, hour, zone })
const weekly = (zone: string, hour: number, weekday: number): Schedule => ({
  frequency: 'weekly',
  weekday,
  hour,
  zone,
})
const at = (text: string) => new Date(text)
const nextAfter = (schedule: Schedule, day: string) => nextDueAt(schedule, day).toISOString()

describe('the hour of a digest', () => {
  it('is the local one on both sides of both clock changes', () => {
    const schedule = daily('America/New_York', 7)
    expect(nextAfter(schedule, '2026-03-06')).toBe('2026-03-07T12:00:00.000Z')
    expect(nextAfter(schedule, '2026-03-07')).toBe('2026-03-08T11:00:00.000Z')
    expect(nextAfter(schedule, '2026-10-30')).toBe('2026-10-31T11:00:00.000Z')
    expect(nextAfter(schedule, '2026-10-31')).toBe('2026-11-01T12:00:00.000Z')
  })

  it('is the end of the gap if the clock skips it', () => {
    // 02:00 to 03:00 does not exist.
    expect(nextAfter(daily('America/New_York', 2), '2026-03-07')).toBe('2026-03-08T07:00:00.000Z')
    // Midnight does not exist.
    expect(nextAfter(daily('America/Santiago', 0), '2026-09-05')).toBe('2026-09-06T04:00:00.000Z')
  })

  it('is the first one if the clock repeats it, and the second one opens no further day', () => {
    const schedule = daily('America/New_York', 1)
    expect(nextAfter(schedule, '2026-10-31')).toBe('2026-11-01T05:00:00.000Z')
    expect(dueTurn(schedule, { last_day: '2026-11-01' }, at('2026-11-01T06:30:00Z'))).toBeUndefined()
  })

  it('follows month ends, leap days and the turn of the year', () => {
    const schedule = daily('Europe/London', 23)
    expect(nextAfter(schedule, '2028-02-28')).toBe('2028-02-29T23:00:00.000Z')
    expect(nextAfter(schedule, '2028-02-29')).toBe('2028-03-01T23:00:00.000Z')
    expect(nextAfter(schedule, '2026-12-31')).toBe('2027-01-01T23:00:00.000Z')
  })

  it('passes over a day that a place never had', () => {
    // Apia went from the 29th to the 31st.
    expect(nextAfter(daily('Pacific/Apia', 9), '2011-12-29')).toBe('2011-12-30T19:00:00.000Z')
    expect(dueDay(daily('Pacific/Apia', 9), at('2011-12-30T19:00:00Z'))).toBe('2011-12-31')
    expect(nextAfter(weekly('Pacific/Apia', 9, 5), '2011-12-23')).toBe('2012-01-05T19:00:00.000Z')
  })

  it('of a week is on its weekday', () => {
    expect(nextAfter(weekly('America/Chicago', 6, 1), '2026-03-02')).toBe('2026-03-09T11:00:00.000Z')
    expect(dueDay(weekly('America/Chicago', 6, 1), at('2026-03-08T20:00:00Z'))).toBe('2026-03-02')
  })
})

describe('a turn', () => {
  it('begins after the hour of the day on which somebody subscribes', () => {
    const schedule = daily('America/New_York', 7)
    expect(firstTurn(schedule, at('2026-03-02T11:59:00Z'))).toEqual({
      last_day: '2026-03-01',
      next_due_at: at('2026-03-02T12:00:00Z'),
    })
    expect(firstTurn(schedule, at('2026-03-02T12:00:00Z')).last_day).toBe('2026-03-02')
  })

  it('ends all days of an outage with the newest one', () => {
    const due = dueTurn(daily('UTC', 7), { last_day: '2026-03-01' }, at('2026-03-06T06:00:00Z'))
    expect(due).toEqual({
      day: '2026-03-05',
      after: { last_day: '2026-03-05', next_due_at: at('2026-03-06T07:00:00Z') },
    })
  })

  it('never opens a day again if the zone moves', () => {
    const over = { last_day: '2026-03-02' }
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Tokyo', 'America/Los_Angeles']) {
      const { last_day, next_due_at } = changedTurn(daily(zone, 7), over)
      expect(last_day).toBe('2026-03-02')
      expect(dueTurn(daily(zone, 7), over, new Date(next_due_at.getTime() - 1))).toBeUndefined()
      expect(dueTurn(daily(zone, 7), over, next_due_at)?.day).toBe('2026-03-03')
    }
  })

  const zones = [
    'America/New_York',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Casablanca',
    'Asia/Kathmandu',
  ]
  const schedules = fc.record({
    zone: fc.constantFrom(...zones),
    hour: fc.integer({ min: 0, max: 23 }),
    weekday: fc.option(fc.integer({ min: 1, max: 7 })),
  })

  it('ends each scheduled day once, in order, whenever it is looked at', () => {
    fc.assert(
      fc.property(
        schedules,
        fc.integer({ min: 0, max: 20_000 }),
        fc.array(fc.integer({ min: 1, max: 60 })),
        (made, start, steps) => {
          const { zone, hour, weekday } = made
          const schedule = weekday === null ? daily(zone, hour) : weekly(zone, hour, weekday)
          let now = new Date(Date.UTC(2025, 0, 1) + start * HOUR_MS)
          let turn = firstTurn(schedule, now)
          for (const hours of steps) {
            now = new Date(now.getTime() + hours * HOUR_MS)
            const due = dueTurn(schedule, turn, now)
            expect(due === undefined).toBe(now < turn.next_due_at)
            if (due === undefined) continue
            expect(due.day > turn.last_day).toBe(true)
            expect(due.after.next_due_at > now).toBe(true)
            expect(due.after.next_due_at.getTime() - now.getTime()).toBeLessThan(8.1 * DAY_MS)
            turn = due.after
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
