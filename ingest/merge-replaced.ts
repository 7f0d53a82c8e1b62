import { inTransaction } from '../runtime/postgres.ts'
import { mergeClaimed } from './merge-entities.ts'
import type { Outcome } from './record-changes.ts'
import { retryTransient } from './retry-transient.ts'
import type { RunContext } from './run-context.ts'

/** What a source says to have become an entity of these becomes it, each in a transaction of its own. */
export async function mergeReplaced(run: RunContext, outcomes: readonly Outcome[]): Promise<void> {
  if (run.dry_run) return
  for (const { kind, placed } of outcomes) {
    if (kind === 'rejected' || kind === 'stale' || placed.known === null) continue
    const { entity_id: winner_id } = placed.known
    for (const { key, entity_id: loser_id, is_replaced } of placed.elsewhere) {
      if (!is_replaced) continue
      const merge = { loser_id, winner_id, reason: `${run.source} says that ${key} became it` }
      await retryTransient(run.log, () =>
        inTransaction(run.database, async (client) => {
          await run.lease.fence(client)
          await mergeClaimed(client, run, merge)
        }),
      )
    }
  }
}
