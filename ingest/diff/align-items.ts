import { mintChildId } from '../identity/identity-keys.ts'

/**
 * Gives the items of a whole list (sponsors, versions, documents, related bills) their ids: an item keeps the id of the
 * held one that it equals by the first of its keys, else by the next. Unmatched ones get an id of their own, never one
 * that is `retired`.
 */
export function alignItems<T extends { id: string }>(
  parentOcdId: string,
  kind: string,
  stored: readonly T[],
  seen: readonly Omit<T, 'id'>[],
  keys: readonly ((item: Omit<T, 'id'>) => string)[],
  retired: readonly string[] = [],
): T[] {
  const matches: (T | undefined)[] = new Array(seen.length).fill(undefined)
  const open = new Set(stored)
  for (const keyOf of keys) {
    if (open.size === 0) break
    const waiting = Map.groupBy(open, keyOf)
    for (const [index, item] of seen.entries()) {
      if (matches[index] !== undefined) continue
      const before = waiting.get(keyOf(item))?.shift()
      if (before === undefined) continue
      matches[index] = before
      open.delete(before)
    }
  }
  const taken = new Set([...stored.map(({ id }) => id), ...retired])
  return seen.map((item, index) => {
    const id = matches[index]?.id ?? mintItemId(parentOcdId, `${kind}|${keys[0]?.(item) ?? ''}`, taken)
    return { id, ...item } as T
  })
}

/**
 * The ids of held items that are gone and that were corrected while they were there. An item that is gone gives its id
 * to an equal one that comes; a corrected one has been minted as something else, which must not get its id.
 */
export function retireItems<T extends { id: string }>(
  parentOcdId: string,
  kind: string,
  stored: readonly T[],
  now: readonly { readonly id: string }[],
  keyOf: (item: Omit<T, 'id'>) => string,
): string[] {
  const kept = new Set(now.map(({ id }) => id))
  const isMintedAs = ({ id }: T, key: string) =>
    stored.some((_, nth) => id === mintChildId(parentOcdId, `${kind}|${key}|${nth + 1}`))
  return stored.filter((item) => !kept.has(item.id) && !isMintedAs(item, keyOf(item))).map(({ id }) => id)
}

function mintItemId(parentOcdId: string, key: string, taken: Set<string>): string {
  for (let ordinal = 1; ; ordinal++) {
    const id = mintChildId(parentOcdId, `${key}|${ordinal}`)
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}
