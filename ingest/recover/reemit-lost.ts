import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { createOperator, type OperatorOptions } from '../emit/operator.ts'
import { reemit } from '../emit/reemit.ts'
import { saveStored } from '../state/stored-entities.ts'
import type { IncompleteEntity } from './missing-events.ts'
import { restateDerivations } from './restate-derivations.ts'

const ENTITIES_A_TRANSACTION = 200

/**
 * Emits, as new backfill events, what the sources of entities and models last said if the log lost unrecoverable
 * events. For entities of sources, it first stores what the log has (`contentOf`), so that the difference is emitted.
 * Gives the entities that neither states: operators' statements and matched names.
 */
export async function reemitLost(
  options: OperatorOptions,
  lost: readonly IncompleteEntity[],
  contentOf: ReadonlyMap<number, object | null>,
): Promise<IncompleteEntity[]> {
  const emitter = { ...createOperator(options), source: 'legislog', backfill: { appliesTo: () => true } }
  const left: IncompleteEntity[] = []
  for (let start = 0; start < lost.length; start += ENTITIES_A_TRANSACTION) {
    const some = lost.slice(start, start + ENTITIES_A_TRANSACTION)
    await inTransaction(options.database, async (client) => {
      const { rows } = await client.query<{ entity_id: number }>(
        'SELECT DISTINCT entity_id FROM ingest.snapshot WHERE entity_id = ANY ($1::bigint[])',
        [some.map(({ id }) => id)],
      )
      const knownIds = rows.map(({ entity_id }) => entity_id)
      await client.query('DELETE FROM ingest.stored_entity WHERE entity_id = ANY ($1::bigint[])', [knownIds])
      const stored = knownIds.flatMap((entityId) => {
        const content = contentOf.get(entityId) ?? null
        return content === null ? [] : [{ entity_id: entityId, content }]
      })
      await saveStored(client, stored)
      await reemit(client, emitter, rows, 'snapshots')
      const known = new Set([...knownIds, ...(await restateDerivations(client, emitter, some, contentOf))])
      left.push(...some.filter(({ id }) => !known.has(id)))
    })
  }
  return left
}
