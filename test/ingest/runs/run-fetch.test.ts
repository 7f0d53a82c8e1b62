import { beforeEach, describe, expect, it } from 'vitest'
import { createProgressText, type DescribeProgress } from '../../../cli/ingest/progress-text.ts'
import { describeRound, describeRun } from '../../../cli/ingest/report.ts'
import { readLastFetches } from '../../../ingest/run-context/last-fetch.ts'
import { runIngest } from '../../../ingest/runs/run.ts'
import { readSourceStates } from '../../../runtime/freshness/source-freshness.ts'
import { DIVISION } from '../../support/builders/observations.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { feedSource } from '../../support/ingest/feed-source.ts'
import { createSchedulerWorld } from '../../support/ingest/scheduler-world.ts'

const { database, clock, common, publish, server } = await createSchedulerWorld()
let names = 0
let source = feedSource('none')

beforeEach(() => {
  server.clear()
  source = feedSource(`publisher-${++names}`)
})

/** Bills of the current test only, since one bill from two sources is one bill. */
const HB = (number: number) => `HB ${names * 10 + number}`
const fetch = (options: { since?: string; until?: string; dry_run?: boolean } = {}) =>
  runIngest({ ...common, source, paths: [], from: 'fetch', ...options })
const replay = (options: { dry_run?: boolean } = {}) =>
  runIngest({ ...common, source, paths: [], from: 'archive', ...options })
const askedSince = () =>
  server.seen.filter(({ path }) => path.includes('bills.json')).map(({ query }) => query.get('since'))
const runs = async () => {
  const { rows } = await database.query(
    'SELECT input_kind, status, since, next_since, error FROM ingest.run WHERE source = $1 ORDER BY started_at, id',
    [source.name],
  )
  return rows
}

describe('a run that fetches from the publisher', () => {
  it('emits what changed, and the next run starts from the time when this one began', async () => {
    publish(source.name, { [HB(1)]: 'Bees', [HB(2)]: 'Wasps' })
    const first = await fetch()
    expect(first).toMatchObject({ entities: 2, status: 'done', fetched: { requests: 3, documents: 2 } })
    clock.advance(3_600_000)
    publish(source.name, { [HB(2)]: 'Wasps and hornets' })
    expect(await fetch()).toMatchObject({ entities: 1, by_type: { 'bill.updated': 1 } })
    const [one, two] = await runs()
    expect(one).toMatchObject({ input_kind: 'fetch', status: 'done', since: null })
    expect(two).toMatchObject({ since: one.next_since })
    expect(askedSince()).toEqual(['', one.next_since])
    expect(Date.parse(two.next_since) - Date.parse(one.next_since)).toBe(3_600_000)
  })

  it('keeps what it read if it fails, and the next run starts where the last good one ended', async () => {
    publish(source.name, { [HB(1)]: 'Bees', [HB(2)]: 'Wasps' })
    await fetch()
    const [{ next_since }] = await runs()
    clock.advance(3_600_000)
    publish(source.name, { [HB(1)]: 'Bees, honey', [HB(2)]: 'Wasps, honey' })
    server.fail({ kind: 'status', status: 500 }, new RegExp(HB(2).replace(' ', '')))
    await expect(fetch()).rejects.toThrow('500')
    const { rows } = await database.query(
      `SELECT parts #>> '{core,title}' AS title FROM ingest.snapshot WHERE source = $1 ORDER BY title`,
      [source.name],
    )
    expect(rows.map(({ title }) => title)).toEqual(['Bees, honey', 'Wasps'])
    expect((await runs()).at(-1)).toMatchObject({ status: 'failed', next_since: null })
    const state = (await readSourceStates(database, clock.now())).find((one) => one.source === source.name)
    expect(state).toMatchObject({ last_status: 'failed', fetch_failures: 1 })
    clock.advance(60_000)
    expect(await fetch()).toMatchObject({ by_type: { 'bill.updated': 1 } })
    expect(askedSince().slice(1)).toEqual([next_since, next_since])
  })

  it('reports the earlier period that no run will fetch, if it is the first and has a start day', async () => {
    publish(source.name, { [HB(1)]: 'Bees' })
    const since = '2026-01-01T00:00:00Z'
    expect(await fetch({ since, dry_run: true })).toMatchObject({ not_asked_before: null })
    const first = await fetch({ since })
    expect(first).toMatchObject({ not_asked_before: since })
    expect(describeRun(first)).toContain(
      `before ${since} was not fetched, and the next runs will not fetch it: legislog ingest ${source.name} --since <day> --until ${since}`,
    )
    clock.advance(3_600_000)
    expect(await fetch()).toMatchObject({ not_asked_before: null })
    clock.advance(1_000)
    expect(await fetch({ since: '2020-01-01T00:00:00Z', until: since })).toMatchObject({
      not_asked_before: null,
    })
    expect(askedSince().at(-1)).toBe('2020-01-01T00:00:00Z')
  })

  it('reports that a first load is backfill without webhooks; the next run does not', async () => {
    publish(source.name, { [HB(1)]: 'Bees' })
    const first = await fetch()
    expect(first.first_loads).toEqual([DIVISION])
    const line = 'a first load: new data is backfill and sends no webhooks'
    expect(describeRun(first)).toContain(line)
    const outcome = { source: source.name, status: 'done', counts: first } as const
    expect(describeRound({ outcomes: [outcome], not_configured: [], timers: [] })).toContain(line)
    clock.advance(3_600_000)
    publish(source.name, { [HB(1)]: 'Bees and wasps' })
    const next = await fetch()
    expect(next).toMatchObject({ by_type: { 'bill.updated': 1 }, first_loads: [] })
    expect(describeRun(next)).not.toContain('a first load')
  })

  it('reports its requests before the first document arrives', async () => {
    publish(source.name, { [HB(1)]: 'Bees' })
    const lines: string[] = []
    const describeProgress = createProgressText(() => 0)
    const progress = (...so_far: Parameters<DescribeProgress>) => {
      lines.push(describeProgress(...so_far))
    }
    await runIngest({ ...common, source, paths: [], from: 'fetch', progress })
    expect(lines.slice(0, 2)).toEqual([
      '0 requests, 0 documents, 0 entities, 0 events',
      '1 requests, 0 documents, 0 entities, 0 events',
    ])
    expect(lines.at(-1)).toMatch(/^2 requests, 1 documents, 1 entities, \d+ events$/)
  })

  it('advances the fetch start only if it left no gap', async () => {
    publish(source.name, { [HB(1)]: 'Bees' })
    await fetch()
    const [{ next_since }] = await runs()
    clock.advance(3_600_000)
    await fetch({ since: clock.now().toISOString() })
    clock.advance(1_000)
    await fetch({ since: '2020-01-01T00:00:00Z', until: '2021-01-01T00:00:00Z' })
    expect((await runs()).map((run) => run.next_since)).toEqual([next_since, null, null])
    clock.advance(1_000)
    await fetch({ since: '2020-01-01T00:00:00Z' })
    expect((await runs()).at(-1)?.next_since > next_since).toBe(true)
  })

  it('fetches everything new, even after a run on a host whose clock was years ahead', async () => {
    publish(source.name, { [HB(1)]: 'Bees' })
    await fetch()
    const [{ next_since }] = await runs()
    const ahead = createManualClock('2031-01-01T00:00:00Z')
    await runIngest({ ...common, clock: ahead, source, paths: [], from: 'fetch' })
    clock.advance(3_600_000)
    await fetch()
    expect(askedSince().at(-1)).toBe(next_since)
    const fetches = await readLastFetches(database, [source.name])
    expect(Date.parse(fetches.get(source.name)!.started_at)).toBe(clock.now().getTime())
  })

  it('sends no requests when it reads the archive again, even with a new mapper version', async () => {
    publish(source.name, { [HB(1)]: 'Bees', [HB(2)]: 'Wasps' })
    await fetch()
    const requests = server.count()
    expect(await replay()).toMatchObject({ entities: 2, unchanged: 2, events: 0 })
    const better = { ...source, mapper_version: 2 }
    expect(await runIngest({ ...common, source: better, paths: [], from: 'archive' })).toMatchObject({
      entities: 2,
      events: 0,
    })
    expect(server.count()).toBe(requests)
    const kinds = (await runs()).map((run) => run.input_kind)
    expect(kinds.toSorted()).toEqual(['archive', 'archive', 'fetch'])
  })

  it('writes nothing in a dry run, and the next run reuses what was fetched', async () => {
    publish(source.name, { [HB(1)]: 'Bees' })
    expect(await fetch({ dry_run: true })).toMatchObject({ entities: 1 })
    expect(await runs()).toEqual([])
    expect(await fetch()).toMatchObject({ by_type: { 'bill.introduced': 1 }, fetched: { resumed: 1 } })
  })

  it('is refused before any write if the source has no address, an empty window or no key', async () => {
    const { feed, ...by_hand } = source
    expect(feed).toBeDefined()
    const run = (one: typeof source) => runIngest({ ...common, source: one, paths: [], from: 'fetch' })
    await expect(run(by_hand)).rejects.toThrow(/no address/)
    await expect(runIngest({ ...common, source: by_hand, paths: [], from: 'archive' })).rejects.toThrow(
      /no address/,
    )
    const span = { since: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' }
    await expect(fetch(span)).rejects.toThrow('is not before until 2026-01-01T00:00:00Z')
    await expect(run(feedSource(source.name, { needs_key: true }))).rejects.toThrow('LEGISCAN_API_KEY')
    expect(await runs()).toEqual([])
  })
})

describe('a run that is asked to stop', () => {
  it('ends with what it has read, and the next run continues', async () => {
    publish(source.name, { [HB(1)]: 'Bees', [HB(2)]: 'Wasps', [HB(3)]: 'Ants' })
    const stopping = new AbortController()
    server.serve(`/${source.name}/bills/${HB(2).replace(' ', '')}.json`, () => {
      stopping.abort(new Error('stopped'))
      return { body: { identifier: HB(2), title: 'Wasps', at: clock.now().toISOString() } }
    })
    const stopped = await runIngest({
      ...common,
      source,
      paths: [],
      from: 'fetch',
      signal: stopping.signal,
    })
    expect(stopped).toMatchObject({ status: 'stopped' })
    expect((await runs()).at(-1)).toMatchObject({ status: 'stopped', next_since: null, error: null })
    publish(source.name, { [HB(1)]: 'Bees', [HB(2)]: 'Wasps', [HB(3)]: 'Ants' })
    await fetch()
    const { rows } = await database.query('SELECT count(*) AS bills FROM ingest.snapshot WHERE source = $1', [
      source.name,
    ])
    expect(rows).toEqual([{ bills: 3 }])
  })
})
