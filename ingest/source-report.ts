import type { Database } from '../runtime/postgres.ts'

export type SourceReport = {
  readonly source: string
  readonly last_run_id: string
  readonly last_status: string
  readonly last_started_at: string
  readonly last_ended_at: string | null
  readonly last_error: string | null
  readonly last_counts: Readonly<Record<string, unknown>>
  /** End of the last run that ended well. */
  readonly fresh_at: string | null
  readonly jurisdictions: number
  readonly entities: number
  readonly quarantined: number
}

/** What each source did last and what is held of it. */
export async function reportSources(database: Database): Promise<SourceReport[]> {
  const { rows } = await database.query<SourceReport>(
    `WITH last AS (
       SELECT DISTINCT ON (source) * FROM ingest.run ORDER BY source, started_at DESC
     )
     SELECT last.source, last.id AS last_run_id, last.status AS last_status, last.started_at AS last_started_at,
       last.ended_at AS last_ended_at, last.error AS last_error, last.counts AS last_counts,
       (SELECT max(ended_at) FROM ingest.run r WHERE r.source = last.source AND r.status = 'done') AS fresh_at,
       (SELECT count(*) FROM ingest.source_jurisdiction j WHERE j.source = last.source) AS jurisdictions,
       (SELECT count(*) FROM ingest.snapshot s WHERE s.source = last.source) AS entities,
       (SELECT count(*) FROM ingest.quarantine q WHERE q.source = last.source) AS quarantined
     FROM last ORDER BY last.source`,
  )
  return rows
}
