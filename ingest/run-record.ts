import { randomBytes } from 'node:crypto'
import type { Database } from '../runtime/postgres.ts'
import type { Mode } from './backfill.ts'
import type { Tallies } from './tally.ts'

/** Sorts by time; the rest keeps two runs of one moment apart. */
export function newRunId(now: Date): string {
  return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(4).toString('hex')}`
}

export async function beginRun(
  database: Database,
  run: { run_id: string; source: string; input: string; mode: Mode },
): Promise<void> {
  await database.query('INSERT INTO ingest.run (id, source, input, mode) VALUES ($1, $2, $3, $4)', [
    run.run_id,
    run.source,
    run.input,
    run.mode,
  ])
}

/** A run that ended well makes its source live in each jurisdiction of which it could read anything. */
export async function endRun(
  database: Database,
  run: { run_id: string; source: string },
  tallies: Tallies,
  { makes_live }: { makes_live: boolean },
): Promise<void> {
  const jurisdictions = Object.entries(tallies.by_jurisdiction)
  await database.query(
    `WITH ended AS (
       UPDATE ingest.run SET status = 'done', ended_at = now(), counts = $3 WHERE id = $1
     )
     INSERT INTO ingest.source_jurisdiction AS held (source, jurisdiction, live_since, last_run_id, counts)
     SELECT $2, w.jurisdiction, CASE WHEN w.is_live THEN now() END, $1, w.counts
     FROM unnest($4::text[], $5::json[], $6::boolean[]) AS w (jurisdiction, counts, is_live)
     ON CONFLICT (source, jurisdiction) DO UPDATE SET live_since = coalesce(held.live_since, excluded.live_since),
       last_run_id = excluded.last_run_id, counts = excluded.counts`,
    [
      run.run_id,
      run.source,
      JSON.stringify(tallies.all),
      jurisdictions.map(([jurisdiction]) => jurisdiction),
      jurisdictions.map(([, tally]) => JSON.stringify(tally)),
      jurisdictions.map(([, { entities }]) => makes_live && entities > 0),
    ],
  )
}

export async function failRun(
  database: Database,
  run_id: string,
  tallies: Tallies,
  error: unknown,
): Promise<void> {
  await database.query(
    `UPDATE ingest.run SET status = 'failed', ended_at = now(), counts = $2, error = $3 WHERE id = $1`,
    [run_id, JSON.stringify(tallies.all), String(error)],
  )
}
