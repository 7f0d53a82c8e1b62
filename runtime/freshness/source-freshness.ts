import type { Database } from '../postgres/postgres.ts'

/** The state of a source after its last run. Times are RFC 3339. */
export type SourceState = {
  readonly source: string
  /** Seconds between fetches; null if the source only comes as files. */
  readonly interval_s: number | null
  /** When the last finished attempt ended. */
  readonly last_run_id: string | null
  readonly last_status: 'done' | 'failed' | 'stopped' | 'lost' | null
  readonly last_started_at: string | null
  readonly last_ended_at: string | null
  readonly last_error: string | null
  readonly last_success_at: string | null
  readonly last_fetch_success_at: string | null
  /** Failed fetch attempts in a row. */
  readonly fetch_failures: number
  /** True after twice its interval without a successful fetch. A source that is never fetched is never late. */
  readonly is_late: boolean
  /** Counts by reason. */
  readonly quarantined: Readonly<Record<string, number>>
}

/** One source in one jurisdiction. */
export type SourceFreshness = {
  readonly source: string
  readonly jurisdiction: string
  /** The last run that reported on it, the last one that also succeeded, and the last one that changed anything. */
  readonly last_seen_at: string | null
  readonly last_success_at: string | null
  readonly last_change_at: string | null
  readonly interval_s: number | null
  readonly is_late: boolean
  /** Stored entities of the source, by kind. */
  readonly entities: Readonly<Record<string, number>>
  readonly quarantined: Readonly<Record<string, number>>
}

/** Printed names of a jurisdiction, distinct by session and chamber. A sponsor who also votes counts as a voter. */
export type NameMatching = {
  readonly jurisdiction: string
  readonly voters: number
  readonly unmatched_voters: number
  readonly sponsors: number
  readonly unmatched_sponsors: number
}

/** Bills of a session that are numbered together, such as HB 1, HB 2 …, and the numbers that no source has reported. */
export type IdentifierSeries = {
  readonly jurisdiction: string
  readonly session: string
  readonly prefix: string
  readonly present: number
  readonly lowest: number
  readonly highest: number
  readonly missing: number
  /** At most ten. */
  readonly first_missing: readonly number[]
}

/** A source is late after so many intervals without success: one run may fail or take long. */
const LATE_INTERVALS = 2

/** SQL for a row `s` of control.source. `now` is the placeholder of a time. */
export const isLate = (now: string): string => `coalesce(coalesce(s.last_fetch_success_at, s.first_fetch_at)
  < ${now}::timestamptz - make_interval(secs => s.interval_s * ${LATE_INTERVALS}), false)`

export async function readSourceStates(database: Database, now: Date): Promise<SourceState[]> {
  const { rows } = await database.query<SourceState>(
    `SELECT s.source, s.interval_s, s.last_run_id, s.last_status, s.last_started_at, s.last_ended_at, s.last_error,
       s.last_success_at, s.last_fetch_success_at, s.fetch_failures, ${isLate('$1')} AS is_late, s.quarantined
     FROM control.source s ORDER BY s.source`,
    [now.toISOString()],
  )
  return rows
}

/**
 * A fetch asks for everything that has changed, so its success counts for every jurisdiction that the source has ever
 * reported. Files count only for the jurisdictions that they name.
 */
export async function readFreshness(
  database: Database,
  now: Date,
  jurisdiction: string | null = null,
): Promise<SourceFreshness[]> {
  const { rows } = await database.query<SourceFreshness>(
    `SELECT f.source, f.jurisdiction, f.last_seen_at,
       greatest(f.last_success_at, s.last_fetch_success_at) AS last_success_at, f.last_change_at,
       s.interval_s, ${isLate('$1')} AS is_late, f.entities, f.quarantined
     FROM control.source_freshness f LEFT JOIN control.source s ON s.source = f.source
     WHERE $2::text IS NULL OR f.jurisdiction = $2 ORDER BY f.jurisdiction, f.source`,
    [now.toISOString(), jurisdiction],
  )
  return rows
}

export async function readNameMatching(
  database: Database,
  jurisdiction: string | null = null,
): Promise<NameMatching[]> {
  const { rows } = await database.query<NameMatching>(
    `SELECT jurisdiction, voters, unmatched_voters, sponsors, unmatched_sponsors FROM control.name_matching
     WHERE $1::text IS NULL OR jurisdiction = $1 ORDER BY jurisdiction`,
    [jurisdiction],
  )
  return rows
}

export async function readSeries(database: Database, jurisdiction: string): Promise<IdentifierSeries[]> {
  const { rows } = await database.query<IdentifierSeries>(
    `SELECT jurisdiction, session, prefix, present, lowest, highest, missing, first_missing
     FROM control.identifier_series WHERE jurisdiction = $1 ORDER BY session DESC, prefix`,
    [jurisdiction],
  )
  return rows
}

export type MissingIdentifiers = {
  readonly jurisdiction: string
  readonly present: number
  readonly missing: number
}

export async function readMissing(database: Database): Promise<MissingIdentifiers[]> {
  const { rows } = await database.query<MissingIdentifiers>(
    `SELECT jurisdiction, sum(present)::bigint AS present, sum(missing)::bigint AS missing
     FROM control.identifier_series GROUP BY jurisdiction ORDER BY jurisdiction`,
  )
  return rows
}
