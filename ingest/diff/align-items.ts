import { mintChildId } from '../identity/identity-keys.ts'

/**
 * Gives the items of a whole list (sponsors, versions, documents, related bills) their ids. An item keeps the id of
 * the stored item that has the same first key, or else the same next key. Other items get a new id, never one that is
 * `retired`.
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
 * Ids of removed items that were corrected while they existed. A removed item gives its id to an equal one that comes
 * later. A corrected item was minted from other content, so its id is not given again.
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
