import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../runtime/durations.ts'
import { volumeOf, type WeekVolume, weekOf } from '../../../runtime/freshness/source-volume.ts'

const NOW = new Date('2026-03-18T12:00:00Z')

/** Whole weeks before the current one, newest last; null is a week without a successful run. */
const weeksOf = (...counts: readonly (number | null)[]): WeekVolume[] =>
  counts.map((events, index) => ({
    source: 'federal-register',
    week: weekOf(new Date(NOW.getTime() - 7 * DAY_MS * (counts.length - index))),
    runs: events === null ? 0 : 5,
    events: events ?? 0,
  }))

const volume = (...counts: readonly (number | null)[]) =>
  volumeOf('federal-register', weeksOf(...counts), NOW)

it('a week starts on Monday, UTC', () => {
  expect(weekOf(new Date('2026-03-16T00:00:00Z'))).toBe('2026-03-16')
  expect(weekOf(new Date('2026-03-22T23:59:59Z'))).toBe('2026-03-16')
  expect(weekOf(new Date('2026-03-15T23:59:59Z'))).toBe('2026-03-09')
})

describe('the weekly volume of a source', () => {
  it('is compared with the median of earlier weeks, so three weeks without a document are reported: R8', () => {
    expect(volume(640, 610, 590, 4_000, 620, 600, 0, 0, 0)).toEqual({
      source: 'federal-register',
      this_week: 0,
      last_week: 0,
      usual: 615,
      quiet_weeks: 3,
    })
    expect(volume(640, 610, 590, 4_000, 620, 600)).toMatchObject({
      last_week: 600,
      usual: 620,
      quiet_weeks: 0,
    })
  })

  it('is no longer quiet when the usual number is back', () => {
    expect(volume(640, 610, 590, 630, 0, 0, 580)).toMatchObject({ last_week: 580, quiet_weeks: 0 })
  })

  it('stays quiet for any time: silence does not become the usual', () => {
    const year = [...Array.from({ length: 8 }, () => 600), ...Array.from({ length: 20 }, () => 0)]
    expect(volume(...year)).toMatchObject({ usual: 600, quiet_weeks: 20 })
  })

  it('is never quiet if the usual number is zero or small, or if too few weeks are known', () => {
    expect(volume(0, 0, 0, 0, 0, 0)).toMatchObject({ usual: 0, quiet_weeks: 0 })
    expect(volume(3, 2, 4, 3, 0)).toMatchObject({ usual: 3, quiet_weeks: 0 })
    expect(volume(600, 610, 0)).toMatchObject({ last_week: 0, usual: null, quiet_weeks: 0 })
  })

  it('ignores weeks without a run, since the source is then reported as late', () => {
    expect(volume(640, 610, 590, 630, null, null)).toMatchObject({ last_week: 630, quiet_weeks: 0 })
    expect(volume(640, 610, 590, 630, 0, null)).toMatchObject({ last_week: 0, quiet_weeks: 1 })
  })

  it('does not treat the current week as complete', () => {
    const current = { source: 'federal-register', week: weekOf(NOW), runs: 2, events: 7 }
    const weeks = [...weeksOf(640, 610, 590, 630, 600), current]
    expect(volumeOf('federal-register', weeks, NOW)).toMatchObject({
      this_week: 7,
      last_week: 600,
      quiet_weeks: 0,
    })
  })
})
