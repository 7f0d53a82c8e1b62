/** A record of one source, by which its records of one entity are in order. */
export type RecordPosition = { readonly record_key: string; readonly record_rank: number }

/**
 * What both of two records tell, the first one has: by rank, which only merges give (merge-entities.ts), then by key, in
 * which what came with a merged entity (`~17|X`) stands after all that an id begins with.
 */
export function inRecordOrder(a: RecordPosition, b: RecordPosition): number {
  return a.record_rank - b.record_rank || (a.record_key < b.record_key ? -1 : 1)
}

/** The rank of a record that its source tells for the first time: as what else it tells of the same, merged or not. */
export function rankOfNew(recordKey: string, ofSource: readonly RecordPosition[]): number {
  const origin = originOf(recordKey)
  const siblings = ofSource.filter((one) => originOf(one.record_key) === origin)
  const ranks = (siblings.length > 0 ? siblings : ofSource).map(({ record_rank }) => record_rank)
  if (ranks.length === 0) return 0
  return origin === '' ? Math.min(...ranks) : Math.max(...ranks)
}

/** Of `~17|X`: `X`. */
export function unmergedKey(recordKey: string): string {
  return recordKey.slice(originOf(recordKey).length)
}

/** Of `~17|X`: `~17|`, the entity with which it came; of what is the entity's own an empty text. */
function originOf(recordKey: string): string {
  return /^(?:~\d+\|)+/u.exec(recordKey)?.[0] ?? ''
}
