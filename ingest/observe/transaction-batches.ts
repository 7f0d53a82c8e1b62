import type { Resolved } from '../resolve/resolve-group.ts'

/** Limits of one transaction, whose objects, events and parameters are in memory. */
const TRANSACTION_CHARACTERS = 16 * 1024 * 1024

/**
 * Splits groups into transactions. An entity occurs once in each, because a second record is compared with the result
 * of the first.
 */
export function transactionBatches(changes: readonly Resolved[]): Resolved[][] {
  const batches: { placed: Resolved[]; characters: number; entities: Set<number> }[] = []
  for (const resolved of changes) {
    const entityId = resolved.known?.entity_id ?? null
    let batch = batches.at(-1)
    const isFull = batch === undefined || batch.characters + resolved.characters > TRANSACTION_CHARACTERS
    if (batch === undefined || isFull || (entityId !== null && batch.entities.has(entityId))) {
      batch = { placed: [], characters: 0, entities: new Set() }
      batches.push(batch)
    }
    batch.placed.push(resolved)
    batch.characters += resolved.characters
    if (entityId !== null) batch.entities.add(entityId)
  }
  return batches.map(({ placed: resolved }) => resolved)
}
