import { describe, expect, it } from 'vitest'
import {
  describeTasks,
  secondsLeft,
  TaskTracker,
} from '../../../../projections/rebuild/progress/task-tracker.ts'

const timed = (cost: number, seconds: number) => ({ cost, seconds })

describe('the remaining time of work in pieces', () => {
  it('is not estimated before enough of the work is done', () => {
    const begun = { in_hand: [timed(60, 5)], waiting_cost: 40, workers: 2 }
    expect(secondsLeft({ done: [], ...begun })).toBeNull()
    expect(secondsLeft({ done: [timed(4, 1)], ...begun })).toBeNull()
    expect(secondsLeft({ done: [timed(20, 2)], ...begun })).not.toBeNull()
  })

  it('is divided among the workers, and is at least that of the longest running piece', () => {
    const done = [timed(100, 10)]
    expect(secondsLeft({ done, in_hand: [], waiting_cost: 80, workers: 2 })).toBe(4)
    expect(secondsLeft({ done, in_hand: [timed(200, 5)], waiting_cost: 20, workers: 2 })).toBe(15)
  })

  it('grows if a running piece takes longer than its size suggests', () => {
    const at = (seconds: number) =>
      secondsLeft({ done: [timed(100, 10)], in_hand: [timed(100, seconds)], waiting_cost: 100, workers: 1 })!
    expect(at(5)).toBe(15)
    expect(at(10)).toBe(10)
    // The best case is 200 in 40 seconds.
    expect(at(30)).toBe(20)
  })

  it('is zero at the end, even if there is no work', () => {
    expect(secondsLeft({ done: [timed(0, 1)], in_hand: [], waiting_cost: 0, workers: 1 })).toBe(0)
    expect(secondsLeft({ done: [], in_hand: [], waiting_cost: 0, workers: 1 })).toBe(0)
  })
})

describe('the progress of work in pieces', () => {
  it('measures the share by cost, and the pace by bytes', () => {
    let now_ms = 0
    const pieces = [
      { name: 'words', bytes: 1e8, cost: 20e8 },
      { name: 'key', bytes: 1e8, cost: 1e8 },
      { name: 'day', bytes: 1e8, cost: 4e8 },
    ]
    const work = new TaskTracker(pieces, 2, () => now_ms)
    expect(work.progress()).toMatchObject({ done: 0, pieces: 3, done_share: 0, bytes_per_s: 0, eta_s: null })
    work.begin('words')
    work.begin('day')
    now_ms = 4_000
    expect(work.end('day')).toBe(4)
    work.begin('key')
    const progress = work.progress()
    expect(progress).toMatchObject({
      done: 1,
      in_hand: ['words', 'key'],
      done_share: 0.16,
      bytes_per_s: 25e6,
    })
    expect(progress.eta_s).toBeCloseTo(16)
    expect(describeTasks('indexes', progress)).toBe('1 of 3 indexes (16 %), 25 MB/s, 16 s left: words, key')
    now_ms = 6_000
    expect(work.progress().eta_s).toBeCloseTo(14)
    work.end('key')
    now_ms = 20_000
    work.end('words')
    expect(describeTasks('indexes', work.progress())).toBe('3 of 3 indexes (100 %), 15 MB/s, 0 s left')
  })
})
