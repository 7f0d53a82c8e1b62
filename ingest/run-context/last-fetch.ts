import type { PoolClient } from 'pg'
import type { Database } from '../../runtime/postgres/postgres.ts'

/** The last run that fetched from a source's address, whatever its result. */
export type LastFetch = {
  readonly run_id: string
  readonly status: 'running' | 'done' | 'failed' | 'stopped' | 'lost'
  readonly started_at: string
  readonly ended_at: string | null
  /** Failures in a row, including this one. */
  readonly failures: number
}

export async function readLastFetch(
  client: Pick<PoolClient, 'query'>,
  source: string,
): Promise<LastFetch | null> {
  return (await readLastFetches(client, [source])).get(source) ?? null
}

/**
 * Ignores runs that began in the future, because their host's clock was wrong: until that day nothing would be
 * fetched. The database's clock decides, with tolerance for hosts that are slightly ahead.
 */
const HAS_BEGUN = `started_at <= clock_timestamp() + interval '5 minutes'`

/** A source that was never fetched is not in the result. */
export async function readLastFetches(
  client: Pick<PoolClient, 'query'>,
  sources: readonly string[],
): Promise<Map<string, LastFetch>> {
  const { rows } = await client.query<LastFetch & { source: string }>(
    `SELECT s.source, r.id AS run_id, r.status, r.started_at, r.ended_at, coalesce(c.fetch_failures, 0) AS failures
     FROM unnest($1::text[]) AS s (source)
     CROSS JOIN LATERAL (
       SELECT * FROM ingest.run WHERE source = s.source AND input_kind = 'fetch' AND ${HAS_BEGUN} ORDER BY started_at DESC LIMIT 1
     ) r
     LEFT JOIN control.source c ON c.source = s.source`,
    [sources],
  )
  return new Map(rows.map(({ source, ...last }) => [source, last]))
}

/**
 * Gives the start of the next run, which the last complete run recorded. null before the first one. Never
 * later than now, even if a publisher dates a change later.
 */
export async function readWatermark(database: Database, source: string): Promise<string | null> {
  const { rows } = await database.query<{ next_since: string }>(
    `SELECT least(next_since, clock_timestamp()) AS next_since FROM ingest.run
     WHERE source = $1 AND next_since IS NOT NULL AND ${HAS_BEGUN} ORDER BY started_at DESC LIMIT 1`,
    [source],
  )
  return rows[0]?.next_since ?? null
}

/** A run moves the watermark if it left nothing out: it began no later than the watermark and had no end. */
export function leavesNothingOut(
  asked: { readonly since: string | null; readonly until: string | null },
  watermark: string | null,
): boolean {
  if (asked.until !== null) return false
  if (watermark === null || asked.since === null) return true
  return Date.parse(asked.since) <= Date.parse(watermark)
}
