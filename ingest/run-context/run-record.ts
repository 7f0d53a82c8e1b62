import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { Mode } from './backfill.ts'
import { type LastFetch, readLastFetch } from './last-fetch.ts'
import type { RunContext } from './run-context.ts'
import { takeLease, thisProcess } from './source-lease.ts'

/** Sorts by time; the random part distinguishes two runs of one moment. */
export function newRunId(now: Date): string {
  return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`
}

export type InputKind = 'files' | 'fetch' | 'archive' | 'retry'

export type NewRun = {
  readonly run_id: string
  readonly source: string
  readonly input_kind: InputKind
  readonly input: string
  readonly mode: Mode
  readonly started_at: string
  readonly since: string | null
  readonly until: string | null
}

/** The end of a run. `stopped`: it was asked to stop, and the next run continues from there. */
export type Ending =
  | { readonly status: 'done'; readonly next_since: string | null }
  | { readonly status: 'stopped' }
  | { readonly status: 'failed'; readonly error: unknown }

/** The error code, which docs/errors.md explains, and what happened. */
export function errorText(error: unknown): string {
  return error instanceof LegislogError ? `${error.code}: ${error.message}` : String(error)
}

/**
 * Takes the source's lease and inserts the run, in one transaction. Runs that ended without a result are marked
 * `lost`; gives true if there were any. Throws `source_busy`. `after` is the last fetch that the caller knew of: if
 * another has run since, the work is done.
 */
export async function beginRun(
  database: Database,
  run: NewRun,
  after?: LastFetch | null,
): Promise<{ readonly follows_lost: boolean }> {
  const { run_id, source, input_kind, input, mode, started_at, since, until } = run
  const { host, pid } = thisProcess
  return inTransaction(database, async (client) => {
    await takeLease(client, { source, run_id })
    const followsLost = (await markLost(client, source)) > 0
    if (after !== undefined && (await readLastFetch(client, source))?.run_id !== after?.run_id) {
      throw new LegislogError('source_busy', `another process has just run ${source}`)
    }
    await client.query(
      `INSERT INTO ingest.run (id, source, input_kind, input, mode, host, pid, started_at, since, until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [run_id, source, input_kind, input, mode, host, pid, started_at, since, until],
    )
    return { follows_lost: followsLost }
  })
}

/** The caller has the lease of the source, so no earlier run is alive. */
async function markLost(client: PoolClient, source: string): Promise<number> {
  const { rowCount } = await client.query(
    `WITH lost AS (
       UPDATE ingest.run SET status = 'lost', ended_at = heartbeat_at, error = $2
       WHERE source = $1 AND status = 'running' RETURNING *
     )
     INSERT INTO control.source AS stored (source, last_run_id, last_status, last_started_at, last_ended_at, last_error,
       first_fetch_at, fetch_failures)
     SELECT DISTINCT ON (source) source, id, status, started_at, ended_at, error,
       CASE WHEN input_kind = 'fetch' THEN started_at END, (input_kind = 'fetch')::int
     FROM lost ORDER BY source, started_at DESC
     ON CONFLICT (source) DO UPDATE SET last_run_id = excluded.last_run_id, last_status = excluded.last_status,
       last_started_at = excluded.last_started_at, last_ended_at = excluded.last_ended_at,
       last_error = excluded.last_error, first_fetch_at = coalesce(stored.first_fetch_at, excluded.first_fetch_at),
       fetch_failures = stored.fetch_failures + excluded.fetch_failures`,
    [source, 'its process ended without a result'],
  )
  return rowCount ?? 0
}

/** Marks runs as `lost` if their lease is gone (`reapLeases`), for sources that no process is running. */
export async function markLostRuns(database: Database): Promise<void> {
  await inTransaction(database, async (client) => {
    const { rows } = await client.query<{ source: string }>(
      `SELECT DISTINCT r.source FROM ingest.run r WHERE r.status = 'running'
       AND NOT EXISTS (SELECT FROM ingest.source_lease l WHERE l.source = r.source)`,
    )
    for (const { source } of rows) await markLost(client, source)
  })
}

/**
 * A run that ended well makes its source live in each jurisdiction in which it read anything. The lease is released
 * in any case.
 */
export async function endRun(
  client: PoolClient,
  run: RunContext,
  ended: {
    readonly ending: Ending
    readonly ended_at: string
    readonly fetched: object | null
    readonly makes_live: boolean
  },
): Promise<void> {
  const { ending, ended_at, fetched, makes_live } = ended
  await client.query(
    `UPDATE ingest.run SET status = $2, counts = $3, error = $4, next_since = $5, ended_at = $6 WHERE id = $1`,
    [
      run.run_id,
      ending.status,
      JSON.stringify(fetched === null ? run.tallies.all : { ...run.tallies.all, fetched }),
      ending.status === 'failed' ? errorText(ending.error) : null,
      ending.status === 'done' ? ending.next_since : null,
      ended_at,
    ],
  )
  if (ending.status === 'done') await makeLive(client, run, makes_live)
  await client.query('DELETE FROM ingest.source_lease WHERE run_id = $1', [run.run_id])
}

async function makeLive(client: PoolClient, run: RunContext, makesLive: boolean): Promise<void> {
  const jurisdictions = Object.entries(run.tallies.by_jurisdiction)
  await client.query(
    `INSERT INTO ingest.source_jurisdiction AS stored (source, jurisdiction, live_since, last_run_id, counts)
     SELECT $2, w.jurisdiction, CASE WHEN w.is_live THEN now() END, $1, w.counts
     FROM unnest($3::text[], $4::json[], $5::boolean[]) AS w (jurisdiction, counts, is_live)
     ON CONFLICT (source, jurisdiction) DO UPDATE SET live_since = coalesce(stored.live_since, excluded.live_since),
       last_run_id = excluded.last_run_id, counts = excluded.counts`,
    [
      run.run_id,
      run.source,
      jurisdictions.map(([jurisdiction]) => jurisdiction),
      jurisdictions.map(([, tally]) => JSON.stringify(tally)),
      jurisdictions.map(([, { entities }]) => makesLive && entities > 0),
    ],
  )
}
