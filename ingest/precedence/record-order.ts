/** A record of one source, by which its records of one entity are in order. */
export type RecordPlace = { readonly record_key: string; readonly record_rank: number }

/**
 * What both of two records tell, the first one has: by rank, which only merges give (merge-entities.ts), then by key, in
 * which what came with a merged entity (`~17|X`) stands after all that an id begins with.
 */
export function inRecordOrder(a: RecordPlace, b: RecordPlace): number {
  return a.record_rank - b.record_rank || (a.record_key < b.record_key ? -1 : 1)
}

/** The rank of a record that its source tells for the first time: as what else it tells of the same, merged or not. */
export function rankOfNew(record_key: string, of_source: readonly RecordPlace[]): number {
  const origin = originOf(record_key)
  const siblings = of_source.filter((one) => originOf(one.record_key) === origin)
  const ranks = (siblings.length > 0 ? siblings : of_source).map(({ record_rank }) => record_rank)
  if (ranks.length === 0) return 0
  return origin === '' ? Math.min(...ranks) : Math.max(...ranks)
}

/** Of `~17|X`: `X`. */
export function ownKey(record_key: string): string {
  return record_key.slice(originOf(record_key).length)
}

/** Of `~17|X`: `~17|`, the entity with which it came; of what is the entity's own an empty text. */
function originOf(record_key: string): string {
  return /^(?:~\d+\|)+/u.exec(record_key)?.[0] ?? ''
}
