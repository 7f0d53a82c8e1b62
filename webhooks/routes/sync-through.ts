/** What was written by a transaction that had not ended is there by then: no statement of ours may last so long. */
const SETTLED_AFTER_MS = 60_000

/**
 * The `updated_since` of the next walk of a collection that many transactions write and no log orders: a minute back, so
 * that what changed in that minute is told twice rather than never.
 */
export function syncThrough(now: Date): string {
  return `${new Date(now.getTime() - SETTLED_AFTER_MS).toISOString().slice(0, -1)}000Z`
}
