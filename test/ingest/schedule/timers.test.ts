import { describe, expect, it } from 'vitest'
import type { Timer } from '../../../ingest/schedule/timer.ts'
import { runDueTimers } from '../../../ingest/schedule/timers.ts'
import { createSchedulerWorld } from '../../support/ingest/scheduler-world.ts'

const { database, clock, common } = await createSchedulerWorld()

const counting = (name: string, run: () => Promise<number>): Timer => ({ name, interval_s: 3_600, run })

describe('a timer', () => {
  it('runs once per interval, however many callers ask', async () => {
    let runs = 0
    const timer = counting('hourly', async () => ++runs)
    const ask = () => runDueTimers(common, [timer])
    expect(await ask()).toEqual([{ name: 'hourly', done: 1, error: null }])
    expect(await ask()).toEqual([])
    clock.advance(3_599_000)
    expect(await ask()).toEqual([])
    clock.advance(1_000)
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(asked.flat()).toEqual([{ name: 'hourly', done: 2, error: null }])
  })

  it('that fails does not stop others, saves its error, and runs again when it is due', async () => {
    let broken = true
    const failing = counting('failing', async () => {
      if (broken) throw new Error('not today')
      return 0
    })
    const other = counting('other', async () => 7)
    expect(await runDueTimers(common, [failing, other])).toEqual([
      { name: 'failing', done: null, error: 'Error: not today' },
      { name: 'other', done: 7, error: null },
    ])
    const { rows } = await database.query("SELECT error FROM ingest.timer WHERE name = 'failing'")
    expect(rows).toEqual([{ error: 'Error: not today' }])
    broken = false
    clock.advance(3_600_000)
    expect(await runDueTimers(common, [failing])).toEqual([{ name: 'failing', done: 0, error: null }])
  })
})
