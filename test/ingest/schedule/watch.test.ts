import { describe, expect, it } from 'vitest'
import { createWatch, runAll, type SourceOutcome } from '../../../ingest/schedule/watch.ts'
import { HOUR_MS } from '../../../runtime/durations.ts'
import { readFreshness, readSourceStates } from '../../../runtime/freshness/source-freshness.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { DIVISION } from '../../support/builders/observations.ts'
import { feedSource } from '../../support/ingest/feed-source.ts'
import { createSchedulerWorld } from '../../support/ingest/scheduler-world.ts'

const { database, clock, common, publish, server } = await createSchedulerWorld()
const still = new AbortController().signal
const NO_TIMERS = { timers: [] }

describe('a round over all sources', () => {
  const people = feedSource('openstates-people')
  const bills = feedSource('legiscan', { needs_key: true })
  const register = feedSource('federal-register')
  const votes = feedSource('congress-votes')
  const { feed: _feed, ...by_hand } = feedSource('openstates-scraper')
  const sources = [people, by_hand, bills, votes, register]
  const all = (due_only = false) => runAll({ ...common, ...NO_TIMERS, sources, signal: still }, { due_only })

  it('runs them in order; a failed one stops no other, and one without a key is reported', async () => {
    for (const { name } of [people, register]) publish(name, { 'HB 1': name })
    server.serve(/^\/congress-votes\//, { status: 403, body: 'no' })
    const round = await all()
    expect(round.outcomes.map(({ source, status }) => `${source} ${status}`)).toEqual([
      'openstates-people done',
      'congress-votes failed',
      'federal-register done',
    ])
    expect(round.not_configured).toEqual([{ source: 'legiscan', setting: 'LEGISCAN_API_KEY' }])
  })

  it('runs only sources that are due, if so requested', async () => {
    clock.advance(2 * 60_000)
    const due = await all(true)
    expect(due.outcomes.map(({ source }) => source)).toEqual(['congress-votes'])
    expect((await all()).outcomes).toHaveLength(3)
  })
})

describe('the watch', () => {
  it('runs each source at its interval, and waits longer after each failure', async () => {
    const quick = feedSource('quick', { interval_s: 900 })
    const slow = feedSource('slow', { interval_s: 24 * 3_600 })
    publish('quick', { 'HB 1': 'Bees' })
    publish('slow', { 'HB 1': 'Bees' })
    const ended: string[] = []
    const watch = createWatch(
      { ...common, ...NO_TIMERS, sources: [quick, slow], signal: still },
      ({ source, status }: SourceOutcome) => ended.push(`${source} ${status}`),
    )
    const step = async (ms: number) => {
      clock.advance(ms)
      await watch.round()
      await watch.settled()
      return ended.splice(0).sort()
    }
    expect(await step(0)).toEqual(['quick done', 'slow done'])
    expect(await step(60_000)).toEqual([])
    expect(await step(HOUR_MS / 3)).toEqual(['quick done'])
    server.serve(/^\/quick\/bills.json/, { status: 403, body: 'no' })
    expect(await step(HOUR_MS / 3)).toEqual(['quick failed'])
    expect(await step(30_000)).toEqual([])
    expect(await step(60_000)).toEqual(['quick failed'])
    expect(await step(60_000)).toEqual([])
    publish('quick', { 'HB 1': 'Bees' })
    expect(await step(120_000)).toEqual(['quick done'])
    expect(await step(60_000)).toEqual([])
  })

  it('reports a refusal by the check before a run, starts nothing, and tries again later', async () => {
    const source = feedSource('guarded')
    publish('guarded', { 'HB 1': 'Bees' })
    let refusal: Error | undefined = new LegislogError('log_ahead', 'legislog ingest recover')
    const runs: string[] = []
    const timer = { name: 'guarded', interval_s: 60, run: async () => runs.push('timer') }
    const ended: (string | undefined)[] = []
    const beforeRun = async () => {
      if (refusal !== undefined) throw refusal
    }
    const watch = createWatch(
      { ...common, timers: [timer], sources: [source], signal: still, beforeRun },
      (outcome) => {
        ended.push('error' in outcome ? outcome.error : outcome.status)
      },
    )
    await watch.round()
    await watch.settled()
    expect([ended.splice(0), runs]).toEqual([[expect.stringMatching(/legislog ingest recover/)], []])
    const { rows } = await database.query<{ error: string }>(
      "SELECT error FROM ingest.timer WHERE name = 'guarded'",
    )
    expect(rows[0]!.error).toMatch(/legislog ingest recover/)
    refusal = undefined
    clock.advance(120_000)
    await watch.round()
    await watch.settled()
    expect([ended, runs]).toEqual([['done'], ['timer']])
  })

  it('returns when a source is due next, and starts none that is already running', async () => {
    const source = feedSource('held-up')
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.serve(/^\/held-up\/bills.json/, async () => {
      await held
      return { body: [] }
    })
    const watch = createWatch({ ...common, ...NO_TIMERS, sources: [source], signal: still })
    expect(await watch.round()).toBeNull()
    await watch.round()
    release()
    await watch.settled()
    expect(server.count(/held-up/)).toBe(1)
    const due_at = await watch.round()
    expect(due_at!.getTime()).toBeGreaterThanOrEqual(clock.now().getTime() + HOUR_MS)
  })

  it('does not keep retrying a source that another process runs', async () => {
    const source = feedSource('taken')
    await database.query(
      `INSERT INTO ingest.source_lease (source, run_id, host, boot, pid, expires_at)
       VALUES ('taken', 'a run of files', 'elsewhere', '', 1, now() + interval '1 hour')`,
    )
    const outcomes: string[] = []
    const watch = createWatch({ ...common, ...NO_TIMERS, sources: [source], signal: still }, ({ status }) =>
      outcomes.push(status),
    )
    for (let times = 0; times < 3; times++) {
      await watch.round()
      await watch.settled()
    }
    expect(outcomes).toEqual(['busy'])
    await database.query("DELETE FROM ingest.source_lease WHERE source = 'taken'")
    publish('taken', { 'HB 1': 'Bees' })
    clock.advance(60_000)
    await watch.round()
    await watch.settled()
    expect(outcomes).toEqual(['busy', 'done'])
  })

  it('runs a due source on only one of several hosts', async () => {
    const source = feedSource('shared')
    publish('shared', { 'HB 1': 'Bees' })
    const outcomes: string[] = []
    const host = () =>
      createWatch({ ...common, ...NO_TIMERS, sources: [source], signal: still }, ({ status }) =>
        outcomes.push(status),
      )
    const hosts = [host(), host(), host()]
    await Promise.all(hosts.map((one) => one.round()))
    await Promise.all(hosts.map((one) => one.settled()))
    expect(outcomes.filter((status) => status !== 'busy')).toEqual(['done'])
    expect(server.count(/shared\/bills.json/)).toBe(1)
  })
})

describe('the lateness of a source', () => {
  it('is reported everywhere after two intervals without a fetch (S17)', async () => {
    const source = feedSource('late', { interval_s: 3_600 })
    publish('late', { 'HB 1': 'Bees' })
    const watch = createWatch({ ...common, ...NO_TIMERS, sources: [source], signal: still })
    await watch.round()
    await watch.settled()
    const is_late = async () => {
      const now = clock.now()
      const state = (await readSourceStates(database, now)).find((one) => one.source === 'late')
      const here = (await readFreshness(database, now, DIVISION)).find((one) => one.source === 'late')
      return [state?.is_late, here?.is_late]
    }
    clock.advance(2 * HOUR_MS - 60_000)
    expect(await is_late()).toEqual([false, false])
    clock.advance(120_000)
    expect(await is_late()).toEqual([true, true])
    await watch.round()
    await watch.settled()
    expect(await is_late()).toEqual([false, false])
  })
})
