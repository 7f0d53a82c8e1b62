import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { CoverageRow, NamesRow, SourceRow } from './coverage.ts'
import { delayReport } from './delay-report.ts'

/** The source that fetches texts of bills that other sources report. */
const TEXTS = 'bill-text'

const kinds = {
  bills: 'bill',
  votes: 'vote',
  people: 'person',
  committees: 'committee',
  sessions: 'session',
  regulations: 'regulation',
  boundaries: 'boundary',
} as const

/** Stored data of a jurisdiction and its freshness, in the form of the answer. */
export function jurisdictionReport(row: CoverageRow, watermark: string, now: Date): object {
  const { id, listed_name, sources, names, numbers, delays, overdue_sessions } = row
  const known = findJurisdiction(id)
  const held = storedCounts(sources)
  // Members and maps of every state come in one file, so they do not show that its legislature is followed.
  const loaded = held.bills > 0 || held.regulations > 0
  return {
    ocd_id: id,
    division_id: id,
    name: known?.name ?? listed_name,
    classification: known?.classification ?? null,
    ...coverageState(loaded),
    held,
    sources: sources.map((source) => ({
      source: source.source,
      interval_s: source.interval_s,
      is_late: source.is_late,
      last_seen_at: source.last_seen_at,
      last_success_at: source.last_success_at,
      last_change_at: source.last_change_at,
      held: source.held,
      quarantined: source.quarantined,
    })),
    latest_runs: sources.flatMap((source) => latestRun(source) ?? []),
    last_success_at: latest(sources.map(({ last_success_at }) => last_success_at)),
    last_change_at: latest(sources.map(({ last_change_at }) => last_change_at)),
    unmatched: names === null ? null : unmatchedOf(names),
    numbers,
    overdue_sessions,
    visible_through: watermark,
    lag_s: Math.max(0, Math.round((now.getTime() - Date.parse(watermark)) / 100) / 10),
    delays: delayReport(delays, now),
  }
}

export function coverageState(loaded: boolean): { status: string; loaded: boolean; requestable: boolean } {
  return { status: loaded ? 'loaded' : 'requestable', loaded, requestable: !loaded }
}

/**
 * Gives, by kind, the highest count of any source, because two sources of a place mostly have the same
 * entities.
 */
function storedCounts(sources: readonly SourceRow[]): Record<keyof typeof kinds | 'texts', number> {
  const most = (kind: string, of: readonly SourceRow[]) =>
    Math.max(0, ...of.map(({ held }) => held[kind] ?? 0))
  const [texts, reportingSources] = [TEXTS, null].map((name) =>
    sources.filter(({ source }) => (source === TEXTS) === (name === TEXTS)),
  )
  const counts = Object.entries(kinds).map(([name, kind]) => [name, most(kind, reportingSources!)])
  return { ...Object.fromEntries(counts), texts: most('bill', texts!) }
}

function latestRun({ source, last_status, last_started_at, last_ended_at }: SourceRow): object | null {
  if (last_status === null) return null
  return {
    source,
    success: last_status === 'done',
    status: last_status,
    start_time: last_started_at,
    end_time: last_ended_at,
  }
}

function unmatchedOf(names: NamesRow): object {
  const { voters, unmatched_voters, sponsors, unmatched_sponsors } = names
  return {
    ...names,
    voters_ratio: ratio(unmatched_voters, voters),
    sponsors_ratio: ratio(unmatched_sponsors, sponsors),
  }
}

const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000

/** Instants of one form sort as times do. */
const latest = (times: readonly (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1) ?? null
