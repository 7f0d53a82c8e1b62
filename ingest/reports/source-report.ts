import {
  readFreshness,
  readSourceStates,
  type SourceState,
} from '../../runtime/freshness/source-freshness.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { findMissingSetting, intervalOf } from '../fetch/feed-interval.ts'
import { readLastFetches, readWatermark } from '../run-context/last-fetch.ts'
import { isDead } from '../run-context/source-lease.ts'
import { dueAt } from '../schedule/due.ts'
import type { Source } from '../source-interface/source.ts'

export type RunningRun = {
  readonly run_id: string
  readonly host: string
  readonly pid: number
  readonly started_at: string
  readonly heartbeat_at: string
  readonly input_kind: string
  /** Counts at its last heartbeat. */
  readonly counts: Readonly<Record<string, unknown>>
  /** Its process was silent for so long that the next run replaces it. */
  readonly is_lost: boolean
}

export type SourceReport = {
  readonly source: string
  readonly mapper_version: number
  /** Seconds between fetches. null if the source only comes as files. */
  readonly interval_s: number | null
  /** The missing setting without which it cannot be fetched. */
  readonly missing_setting: string | null
  readonly next_due_at: string | null
  /** The start of its next fetch. */
  readonly watermark: string | null
  readonly running: RunningRun | null
  /** null before its first run. */
  readonly state: SourceState | null
  readonly jurisdictions: number
  readonly entities: number
  readonly last_change_at: string | null
}

/** Reports the state of each source from its runs; it does not count stored entities. */
export async function reportSources(
  database: Database,
  settings: Settings,
  now: Date,
  sources: readonly Source[],
): Promise<SourceReport[]> {
  const names = sources.map(({ name }) => name)
  const states = new Map((await readSourceStates(database, now)).map((state) => [state.source, state]))
  const freshness = Map.groupBy(await readFreshness(database, now), ({ source }) => source)
  const fetches = await readLastFetches(database, names)
  const running = await readRunning(database)
  return Promise.all(
    sources.map(async (source) => {
      const { name, mapper_version } = source
      const interval_s = intervalOf(settings, source)
      const missingSetting = source.feed === undefined ? null : findMissingSetting(settings, source.feed)
      const places = freshness.get(name) ?? []
      const isScheduled = interval_s !== null && missingSetting === null
      return {
        source: name,
        mapper_version,
        interval_s,
        missing_setting: missingSetting,
        next_due_at: isScheduled ? dueAt(fetches.get(name) ?? null, interval_s).toISOString() : null,
        watermark: source.feed === undefined ? null : await readWatermark(database, name),
        running: running.get(name) ?? null,
        state: states.get(name) ?? null,
        jurisdictions: places.length,
        entities: places.reduce((sum, { entities }) => sum + sumOf(entities), 0),
        last_change_at: latest(places.map(({ last_change_at }) => last_change_at)),
      }
    }),
  )
}

type RunningRow = Omit<RunningRun, 'is_lost'> & {
  readonly source: string
  readonly boot: string | null
  readonly is_expired: boolean
}

async function readRunning(database: Database): Promise<Map<string, RunningRun>> {
  const { rows } = await database.query<RunningRow>(
    `SELECT DISTINCT ON (r.source) r.source, r.id AS run_id, r.host, r.pid, r.started_at, r.heartbeat_at, r.input_kind,
       r.counts, l.boot, coalesce(l.expires_at <= clock_timestamp(), true) AS is_expired
     FROM ingest.run r LEFT JOIN ingest.source_lease l ON l.run_id = r.id
     WHERE r.status = 'running' ORDER BY r.source, r.started_at DESC`,
  )
  return new Map(
    rows.map(({ source, boot, is_expired, ...run }) => [
      source,
      { ...run, is_lost: is_expired || isDead({ ...run, boot: boot ?? '' }) },
    ]),
  )
}

export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

export function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null)
}
