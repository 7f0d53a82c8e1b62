import type { Placed } from '../identity/placement.ts'

/** What one transaction writes is held in memory as objects, as events and as parameters. */
const TRANSACTION_CHARACTERS = 16 * 1024 * 1024

/** What goes into one transaction: an entity once, since what comes second is compared with what the first left. */
export function wavesOf(changes: readonly Placed[]): Placed[][] {
  const waves: { placed: Placed[]; characters: number; entities: Set<number> }[] = []
  for (const placed of changes) {
    const entity_id = placed.known?.entity_id ?? null
    let wave = waves.at(-1)
    const is_full = wave === undefined || wave.characters + placed.characters > TRANSACTION_CHARACTERS
    if (wave === undefined || is_full || (entity_id !== null && wave.entities.has(entity_id))) {
      wave = { placed: [], characters: 0, entities: new Set() }
      waves.push(wave)
    }
    wave.placed.push(placed)
    wave.characters += placed.characters
    if (entity_id !== null) wave.entities.add(entity_id)
  }
  return waves.map(({ placed }) => placed)
}
