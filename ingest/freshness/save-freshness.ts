import type { PoolClient } from 'pg'
import { countQuarantined } from '../run-context/quarantine.ts'
import type { RunChanges } from '../run-context/run-changes.ts'
import type { RunContext } from '../run-context/run-context.ts'
import { type Ending, errorText, type InputKind } from '../run-context/run-record.ts'
import type { Tally } from '../run-context/tally.ts'
import { recountEntities } from './recount-entities.ts'
import { saveSeries } from './save-series.ts'
import { saveSessionEnds } from './save-session-ends.ts'
import { saveVolume } from './save-volume.ts'

export type RunStart = {
  readonly input_kind: InputKind
  readonly started_at: string
  /** Seconds between fetches. null if the source only comes as files. */
  readonly interval_s: number | null
  /** An earlier run ended without a result, so its additions were never counted. */
  readonly follows_lost: boolean
}
type RunEnd = RunStart & { readonly ending: Ending; readonly ended_at: string }

/**
 * Saves the freshness of a run's source in `control`, in the transaction that ends the run. It reads only what the
 * run changed.
 */
export async function saveFreshness(client: PoolClient, run: RunContext, ended: RunEnd): Promise<void> {
  if (ended.input_kind !== 'retry') {
    await saveAttempt(client, run, ended)
    await saveVolume(client, run, { is_done: ended.ending.status === 'done', ended_at: ended.ended_at })
  }
  await saveJurisdictions(client, run, ended)
  if (ended.follows_lost) await recountEntities(client, run.source)
  await countQuarantined(client, run.source)
  const jurisdictions = ended.follows_lost ? await jurisdictionsOf(client, run.source) : changedIn(run)
  await saveNameMatching(client, jurisdictions)
  await saveSeries(client, ended.follows_lost ? { jurisdictions } : { sessions: run.changes.sessions })
  await saveSessionEnds(client, run, ended.follows_lost ? jurisdictions : [])
}

async function saveAttempt(client: PoolClient, run: RunContext, ended: RunEnd): Promise<void> {
  const { ending, input_kind, started_at, interval_s, ended_at } = ended
  const isFetch = input_kind === 'fetch'
  const isDone = ending.status === 'done'
  await client.query(
    `INSERT INTO control.source AS stored (source, interval_s, last_run_id, last_status, last_started_at, last_ended_at,
       last_error, last_success_at, first_fetch_at, last_fetch_success_at, fetch_failures)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (source) DO UPDATE SET interval_s = excluded.interval_s, last_run_id = excluded.last_run_id,
       last_status = excluded.last_status, last_started_at = excluded.last_started_at,
       last_ended_at = excluded.last_ended_at, last_error = excluded.last_error,
       last_success_at = coalesce(excluded.last_success_at, stored.last_success_at),
       first_fetch_at = coalesce(stored.first_fetch_at, excluded.first_fetch_at),
       last_fetch_success_at = coalesce(excluded.last_fetch_success_at, stored.last_fetch_success_at),
       fetch_failures = CASE WHEN $12 THEN 0 ELSE stored.fetch_failures + excluded.fetch_failures END`,
    [
      run.source,
      interval_s,
      run.run_id,
      ending.status,
      started_at,
      ended_at,
      ending.status === 'failed' ? errorText(ending.error) : null,
      isDone ? ended_at : null,
      isFetch ? started_at : null,
      isFetch && isDone ? ended_at : null,
      isFetch && ending.status === 'failed' ? 1 : 0,
      isFetch && isDone,
    ],
  )
}

async function saveJurisdictions(client: PoolClient, run: RunContext, ended: RunEnd): Promise<void> {
  // Any run matches waiting names, even in places that its source does not report.
  const rows = Object.entries(run.tallies.by_jurisdiction).filter(([, { records }]) => records > 0)
  if (rows.length === 0) return
  await client.query(
    `INSERT INTO control.source_freshness AS stored
       (source, jurisdiction, last_seen_at, last_success_at, last_change_at, entities)
     SELECT $1, w.jurisdiction, $2, $3, CASE WHEN w.is_changed THEN $2::timestamptz END, w.added
     FROM unnest($4::text[], $5::boolean[], $6::json[]) AS w (jurisdiction, is_changed, added)
     ON CONFLICT (jurisdiction, source) DO UPDATE SET last_seen_at = excluded.last_seen_at,
       last_success_at = coalesce(excluded.last_success_at, stored.last_success_at),
       last_change_at = coalesce(excluded.last_change_at, stored.last_change_at),
       entities = CASE WHEN excluded.entities::text = '{}' THEN stored.entities ELSE (
         SELECT json_object_agg(kind, entities) FROM (
           SELECT key AS kind, sum(value::bigint) AS entities FROM (
             SELECT * FROM json_each_text(stored.entities) UNION ALL SELECT * FROM json_each_text(excluded.entities)
           ) both_counts GROUP BY key ORDER BY key
         ) summed
       ) END`,
    [
      run.source,
      ended.ended_at,
      ended.ending.status === 'done' ? ended.ended_at : null,
      rows.map(([jurisdiction]) => jurisdiction),
      rows.map(([, tally]) => isChanged(tally)),
      rows.map(([jurisdiction]) => JSON.stringify(addedIn(run.changes, jurisdiction))),
    ],
  )
}

function addedIn({ added }: RunChanges, jurisdiction: string): Record<string, number> {
  return Object.fromEntries(added.get(jurisdiction) ?? [])
}

/** A matched name does not change what the source says. */
function isChanged({ events, by_type }: Tally): boolean {
  return events > (by_type['name.matched'] ?? 0)
}

function changedIn({ tallies }: RunContext): string[] {
  return Object.entries(tallies.by_jurisdiction).flatMap(([jurisdiction, { events }]) =>
    events > 0 ? [jurisdiction] : [],
  )
}

async function jurisdictionsOf(client: PoolClient, source: string): Promise<string[]> {
  const { rows } = await client.query<{ jurisdiction: string }>(
    'SELECT jurisdiction FROM control.source_freshness WHERE source = $1',
    [source],
  )
  return rows.map(({ jurisdiction }) => jurisdiction)
}

async function saveNameMatching(client: PoolClient, jurisdictions: readonly string[]): Promise<void> {
  if (jurisdictions.length === 0) return
  await client.query(
    `INSERT INTO control.name_matching (jurisdiction, voters, unmatched_voters, sponsors, unmatched_sponsors)
     SELECT jurisdiction, count(*) FILTER (WHERE is_voter), count(*) FILTER (WHERE is_voter AND NOT is_matched),
       count(*) FILTER (WHERE NOT is_voter), count(*) FILTER (WHERE NOT is_voter AND NOT is_matched)
     FROM ingest.printed_name WHERE jurisdiction = ANY ($1) GROUP BY jurisdiction ORDER BY jurisdiction
     ON CONFLICT (jurisdiction) DO UPDATE SET voters = excluded.voters, unmatched_voters = excluded.unmatched_voters,
       sponsors = excluded.sponsors, unmatched_sponsors = excluded.unmatched_sponsors, updated_at = now()`,
    [jurisdictions],
  )
}
