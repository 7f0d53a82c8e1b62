import type { PoolClient } from 'pg'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { retryTransient } from '../../runtime/postgres/retry-transaction.ts'
import { mergeClaimed } from '../corrections/merge-entities.ts'
import type { ConflictingKey } from '../resolve/resolve-group.ts'
import type { RunContext } from '../run-context/run-context.ts'
import type { ArrivalOutcome } from './record-changes.ts'

/**
 * Merges entities that a source says have become these, each in its own transaction. It also merges content that only
 * waited under one of their keys (a comment count before its document), which was never emitted as another entity.
 */
export async function mergeReplaced(run: RunContext, outcomes: readonly ArrivalOutcome[]): Promise<void> {
  if (run.dry_run) return
  for (const { kind, resolved } of outcomes) {
    if (kind === 'rejected' || kind === 'stale' || resolved.known === null) continue
    const { entity_id: winner_id } = resolved.known
    for (const conflict of resolved.conflicting_keys) {
      const { key, entity_id: loser_id, is_replaced } = conflict
      const why = is_replaced ? `${run.source} says that ${key} became it` : `it waited as ${key}`
      await retryTransient(run.log, () =>
        inTransaction(run.database, async (client) => {
          await run.lease.fence(client)
          if (is_replaced || (await isPending(client, conflict)))
            await mergeClaimed(client, run, { loser_id, winner_id, reason: why })
        }),
      )
    }
  }
}

async function isPending(client: PoolClient, { entity_id }: ConflictingKey): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM ingest.entity e WHERE e.id = $1 AND e.sequence = 0
     AND EXISTS (SELECT FROM ingest.snapshot s WHERE s.entity_id = e.id) FOR NO KEY UPDATE`,
    [entity_id],
  )
  return rowCount === 1
}
