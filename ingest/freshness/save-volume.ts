import type { PoolClient } from 'pg'
import { weekOf } from '../../runtime/freshness/source-volume.ts'
import type { RunContext } from '../run-context/run-context.ts'

/**
 * Adds the events of a run to the week in which it ended. A first load, a bulk load and matched names do not count,
 * because they do not show the usual volume of a source.
 */
export async function saveVolume(
  client: PoolClient,
  run: RunContext,
  { is_done, ended_at }: { readonly is_done: boolean; readonly ended_at: string },
): Promise<void> {
  const firstLoads = new Set(run.backfill.firstLoads())
  const events = Object.entries(run.tallies.by_jurisdiction)
    .filter(([jurisdiction, { bulk }]) => !firstLoads.has(jurisdiction) && bulk === 0)
    .reduce((sum, [, tally]) => sum + tally.events - (tally.by_type['name.matched'] ?? 0), 0)
  await client.query(
    `INSERT INTO control.source_week AS stored (source, week, runs, events) VALUES ($1, $2, $3, $4)
     ON CONFLICT (source, week) DO UPDATE SET runs = stored.runs + excluded.runs, events = stored.events + excluded.events`,
    [run.source, weekOf(new Date(ended_at)), is_done ? 1 : 0, events],
  )
}
