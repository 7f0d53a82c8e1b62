import type { PoolClient } from 'pg'
import { toInstant } from '../dates/instant.ts'
import { insertOutbox, type OutboxRow } from '../outbox/outbox.ts'
import type { RunContext } from '../run-context/run-context.ts'
import { advanceSequences, type Identity, lockEntities } from '../state/identities.ts'
import { isRemoved, loadStored, saveStored } from '../state/stored-entities.ts'
import type { BillContext } from './bill-context.ts'
import { type Emission, encodeEmission } from './emission.ts'
import { sourceLabel } from './source-label.ts'

/** A bill that was merged into another or removed. */
export type GoneBill = { readonly bill: BillContext; readonly reason: string }

/** The bill of an emission that ends it. */
export function goneBills({ bill, facts }: Pick<Emission, 'bill' | 'facts'>): GoneBill[] {
  return facts.flatMap((fact) => {
    if (bill === null) return []
    if (fact.type === 'bill.merged') return [{ bill, reason: `its bill became ${fact.part.into.ocd_id}` }]
    return fact.type === 'bill.removed' ? [{ bill, reason: 'its bill was removed' }] : []
  })
}

/** The source of events about derivations. */
export const DERIVE = 'derive'

/**
 * Removes what models say about bills that are gone, in the transaction that removes the bills, under their locks. A
 * derivation is about one bill's text, so it never moves to another bill: the winner of a merge keeps its own.
 */
export async function removeDerivations(
  client: PoolClient,
  run: Pick<RunContext, 'clock' | 'codec' | 'settings' | 'run_id'>,
  gone: readonly GoneBill[],
): Promise<void> {
  if (gone.length === 0) return
  const byKey = new Map(gone.map((one) => [one.bill.ocd_id, one]))
  const { rows: derivations } = await client.query<Identity>(
    `SELECT id AS entity_id, ocd_id, kafka_key FROM ingest.entity
     WHERE entity_type = 'derivation' AND kafka_key = ANY ($1::text[]) ORDER BY id`,
    [[...byKey.keys()]],
  )
  const ids = derivations.map(({ entity_id }) => entity_id)
  const sequences = await lockEntities(client, ids)
  const stored = await loadStored(client, ids)
  const outbox: OutboxRow[] = []
  const removed: { entity_id: number; sequence: number; content: object }[] = []
  for (const identity of derivations) {
    const { entity_id, kafka_key } = identity
    const content = stored.get(entity_id)
    if (content === undefined || isRemoved(content)) continue
    const { bill, reason } = byKey.get(kafka_key)!
    const sequence = sequences.get(entity_id)!
    const emission = {
      ...identity,
      sequence,
      facts: [{ type: 'derivation.removed', part: { reason } } as const],
      bill,
      source: sourceLabel(DERIVE, bill.jurisdiction),
      observed_at: toInstant(run.clock.now().toISOString()),
      run_id: run.run_id,
      backfill: false,
    }
    outbox.push(await encodeEmission(emission, run.codec, run.settings))
    removed.push({
      entity_id,
      sequence: sequence + 1,
      content: { removed: reason, retired_actions: [] },
    })
  }
  await saveStored(client, removed)
  await advanceSequences(client, removed)
  await insertOutbox(client, outbox)
}
