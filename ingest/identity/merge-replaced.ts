import type { PoolClient } from 'pg'
import { inTransaction } from '../../runtime/postgres.ts'
import type { Outcome } from '../observe/record-changes.ts'
import { retryTransient } from '../observe/retry-transient.ts'
import type { RunContext } from '../runs/run-context.ts'
import { mergeClaimed } from './merge-entities.ts'
import type { ElsewhereKey } from './placement.ts'

/**
 * What a source says to have become an entity of these becomes it, each in a transaction of its own. So does what has
 * only waited under a key of theirs (a count of comments that came before its document): nobody was told that it is
 * another one.
 */
export async function mergeReplaced(run: RunContext, outcomes: readonly Outcome[]): Promise<void> {
  if (run.dry_run) return
  for (const { kind, placed } of outcomes) {
    if (kind === 'rejected' || kind === 'stale' || placed.known === null) continue
    const { entity_id: winner_id } = placed.known
    for (const elsewhere of placed.elsewhere) {
      const { key, entity_id: loser_id, is_replaced } = elsewhere
      const why = is_replaced ? `${run.source} says that ${key} became it` : `it waited as ${key}`
      await retryTransient(run.log, () =>
        inTransaction(run.database, async (client) => {
          await run.lease.fence(client)
          if (is_replaced || (await onlyWaits(client, elsewhere)))
            await mergeClaimed(client, run, { loser_id, winner_id, reason: why })
        }),
      )
    }
  }
}

async function onlyWaits(client: PoolClient, { entity_id }: ElsewhereKey): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM ingest.entity e WHERE e.id = $1 AND e.sequence = 0
     AND EXISTS (SELECT FROM ingest.snapshot s WHERE s.entity_id = e.id) FOR NO KEY UPDATE`,
    [entity_id],
  )
  return rowCount === 1
}
