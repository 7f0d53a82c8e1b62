import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../runtime/clock.ts'
import {
  readFreshness,
  readMissing,
  readNameMatching,
  readSourceStates,
} from '../runtime/freshness/source-freshness.ts'
import { readVolumes } from '../runtime/freshness/source-volume.ts'
import type { Log } from '../runtime/log.ts'
import type { Database } from '../runtime/postgres/postgres.ts'
import { delayReport } from './read-model/coverage/delay-report.ts'
import { readDelays } from './read-model/coverage/delays.ts'

type Options = {
  readonly registry: Registry
  readonly database: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Several scrapes within this time share one read. */
const KEPT_MS = 15_000

/**
 * Registers the freshness of sources, read at each scrape from what ingest saved in Postgres, because ingest
 * has no permanent process.
 */
export function registerSourceMetrics({ registry, database, clock, log }: Options): void {
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()
  // Metrics are scraped during failures too. Without Postgres, the last values stay.
  const collect = async (): Promise<void> => {
    const now = clock.now()
    if (now.getTime() - readAt >= KEPT_MS) {
      readAt = now.getTime()
      reading = read(now).catch((error: unknown) => log.warn({ err: error }, 'freshness could not be read'))
    }
    await reading
  }

  const gauges = createGauges(registry, collect)
  async function read(now: Date): Promise<void> {
    showSources(gauges, await readSources(database, now), now)
  }
}

type Gauges = ReturnType<typeof createGauges>

function createGauges(registry: Registry, collect: () => Promise<void>) {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `legislog_${name}`, help, labelNames, registers: [registry], collect })

  return {
    success: gauge('source_last_success_seconds', 'Unix time of the last run that ended well', 'source'),
    attempt: gauge('source_last_attempt_seconds', 'Unix time of the last run', 'source', 'status'),
    interval: gauge('source_interval_seconds', 'How often a source is fetched', 'source'),
    late: gauge('source_late', '1: not fetched for twice its interval', 'source'),
    failures: gauge('source_fetch_failures', 'Fetches in a row that failed', 'source'),
    quarantined: gauge('quarantined_records', 'Records in quarantine', 'source', 'reason'),
    weekEvents: gauge(
      'source_week_events',
      'Events of a source in a week: so far of this one, of the last whole one, of a usual one',
      'source',
      'week',
    ),
    quiet: gauge(
      'source_quiet_weeks',
      'Whole weeks in a row with less than a quarter of the usual events',
      'source',
    ),
    changed: gauge(
      'jurisdiction_last_change_seconds',
      'Unix time of the last run that changed anything',
      'source',
      'jurisdiction',
    ),
    voters: gauge(
      'unmatched_voters_ratio',
      "Share of voters' names without a matching person",
      'jurisdiction',
    ),
    sponsors: gauge(
      'unmatched_sponsors_ratio',
      "Share of sponsors' names without a matching person",
      'jurisdiction',
    ),
    delay: gauge(
      'delay_seconds',
      'From the record of live events until readers of the API see them (api) or receivers have answered (webhook), of today and yesterday',
      'target',
      'jurisdiction',
      'quantile',
    ),
    missing: gauge('missing_identifiers', 'Missing numbers in the sequence of bills', 'jurisdiction'),
  }
}

async function readSources(database: Database, now: Date) {
  const [states, places, names, gaps, delays, volumes] = await Promise.all([
    readSourceStates(database, now),
    readFreshness(database, now),
    readNameMatching(database),
    readMissing(database),
    readDelays(database, now),
    readVolumes(database, now),
  ])
  return { states, places, names, gaps, delays, volumes }
}

type Sources = Awaited<ReturnType<typeof readSources>>

function showSources(gauges: Gauges, sources: Sources, now: Date): void {
  const { states, places, names, gaps, delays, volumes } = sources
  // The series of a past status or reason must end.
  for (const one of [gauges.attempt, gauges.quarantined, gauges.delay, gauges.weekEvents]) one.reset()
  for (const state of states) {
    const { source } = state
    gauges.late.set({ source }, state.is_late ? 1 : 0)
    gauges.failures.set({ source }, state.fetch_failures)
    if (state.interval_s !== null) gauges.interval.set({ source }, state.interval_s)
    if (state.last_success_at !== null) gauges.success.set({ source }, secondsOf(state.last_success_at))
    if (state.last_ended_at !== null && state.last_status !== null) {
      gauges.attempt.set({ source, status: state.last_status }, secondsOf(state.last_ended_at))
    }
    for (const [reason, records] of Object.entries(state.quarantined)) {
      gauges.quarantined.set({ source, reason }, records)
    }
  }
  for (const { source, this_week, last_week, usual, quiet_weeks } of volumes) {
    for (const [week, events] of Object.entries({ this: this_week, last: last_week, usual })) {
      if (events !== null) gauges.weekEvents.set({ source, week }, events)
    }
    gauges.quiet.set({ source }, quiet_weeks)
  }
  for (const { source, jurisdiction, last_change_at } of places) {
    if (last_change_at !== null) gauges.changed.set({ source, jurisdiction }, secondsOf(last_change_at))
  }
  for (const one of names) {
    const { jurisdiction } = one
    if (one.voters > 0) gauges.voters.set({ jurisdiction }, one.unmatched_voters / one.voters)
    if (one.sponsors > 0) gauges.sponsors.set({ jurisdiction }, one.unmatched_sponsors / one.sponsors)
  }
  for (const [jurisdiction, counted] of delays) {
    for (const [target, { two_days }] of Object.entries(delayReport(counted, now))) {
      if (two_days === null) continue
      gauges.delay.set({ target, jurisdiction, quantile: '0.5' }, two_days.p50_s ?? Number.POSITIVE_INFINITY)
      gauges.delay.set({ target, jurisdiction, quantile: '0.95' }, two_days.p95_s ?? Number.POSITIVE_INFINITY)
    }
  }
  for (const gap of gaps) gauges.missing.set({ jurisdiction: gap.jurisdiction }, gap.missing)
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1_000
}
