/** Orders the records of one source about one entity. */
export type RecordPosition = { readonly record_key: string; readonly record_rank: number }

/**
 * If two records have a field, the first one supplies it. They are ordered by rank, which only merges set
 * (merge-entities.ts), then by key. Keys that came with a merged entity (`~17|X`) sort after all ids.
 */
export function inRecordOrder(a: RecordPosition, b: RecordPosition): number {
  return a.record_rank - b.record_rank || (a.record_key < b.record_key ? -1 : 1)
}

/** Gives the rank of a new record: the rank of the source's other records about the same entity, merged or not. */
export function rankOfNew(recordKey: string, ofSource: readonly RecordPosition[]): number {
  const origin = originOf(recordKey)
  const siblings = ofSource.filter((one) => originOf(one.record_key) === origin)
  const ranks = (siblings.length > 0 ? siblings : ofSource).map(({ record_rank }) => record_rank)
  if (ranks.length === 0) return 0
  return origin === '' ? Math.min(...ranks) : Math.max(...ranks)
}

/** Gives `X` for `~17|X`. */
export function unmergedKey(recordKey: string): string {
  return recordKey.slice(originOf(recordKey).length)
}

/** Gives `~17|`, the entity of origin, for `~17|X`. Empty for the entity's own records. */
function originOf(recordKey: string): string {
  return /^(?:~\d+\|)+/u.exec(recordKey)?.[0] ?? ''
}
