import type { Resolved } from '../resolve/resolve-group.ts'

/** What one transaction writes is held in memory as objects, as events and as parameters. */
const TRANSACTION_CHARACTERS = 16 * 1024 * 1024

/** What goes into one transaction: an entity once, since what comes second is compared with what the first left. */
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
