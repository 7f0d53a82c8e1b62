import { variantKey } from '../identity/identity-keys.ts'
import type { Arrival } from './arrival.ts'

/** An entity that is stored under the base key of a group, a variant of it, or a further key. */
export type Candidate = {
  readonly entity_id: number
  readonly natural_key: string
  /** Discriminators of its source's last observation. Empty if this source has not reported it. */
  readonly discriminators: readonly string[]
  readonly hashes: readonly string[]
}

/**
 * Chooses the natural key of each observation in a group. A stored entity is found by its further keys (`named`:
 * their entities, strongest first), then by discriminator, by content and by rank. The rest is minted: the first
 * observation of an unknown key under the key itself, each other one under a variant that its discriminator or its
 * content names.
 */
export function alignGroup(
  group: readonly Arrival[],
  candidates: readonly Candidate[],
  named: readonly (readonly { readonly entity_id: number }[])[] = [],
): string[] {
  const baseKey = group[0]!.observation.key
  if (group.length === 1 && candidates.length <= 1) return [candidates[0]?.natural_key ?? baseKey]

  const keys: (string | undefined)[] = new Array(group.length).fill(undefined)
  const open = new Set(candidates)
  // The order of a listing must not decide which of its entities gets the base key.
  const ranked = [...group.keys()].sort((a, b) => (rankOf(group[a]!) < rankOf(group[b]!) ? -1 : 1))
  const match = (isSame: (index: number, candidate: Candidate) => boolean) => {
    for (const index of ranked) {
      if (keys[index] !== undefined) continue
      for (const candidate of open) {
        if (!isSame(index, candidate)) continue
        keys[index] = candidate.natural_key
        open.delete(candidate)
        break
      }
    }
  }
  const mostNames = Math.max(0, ...named.map((entities) => entities.length))
  for (let strength = 0; strength < mostNames; strength++)
    match((index, { entity_id }) => named[index]?.[strength]?.entity_id === entity_id)
  match((index, { discriminators }) => {
    const { discriminator } = group[index]!.observation
    return discriminator !== null && discriminators.includes(discriminator)
  })
  // If another source reported it, its address is in the key of a variant.
  match((index, { natural_key }) => {
    const { discriminator } = group[index]!.observation
    return discriminator !== null && natural_key === variantKey(baseKey, discriminator)
  })
  match((index, { hashes }) => hashes.includes(group[index]!.hash))
  // An entity that is known only by a further key matches only observations with that key.
  const sharesBase = (key: string) => key === baseKey || key.startsWith(`${baseKey}|`)
  match((_, { natural_key }) => sharesBase(natural_key))

  const taken = new Set(candidates.map(({ natural_key }) => natural_key))
  for (const index of ranked) {
    keys[index] ??= freeKey(baseKey, group[index]!, taken)
    taken.add(keys[index]!)
  }
  return keys.map((key) => key!)
}

function rankOf({ observation, hash }: Arrival): string {
  return `${observation.discriminator ?? ''}|${hash}`
}

function freeKey(baseKey: string, arrival: Arrival, taken: ReadonlySet<string>): string {
  if (!taken.has(baseKey)) return baseKey
  const named = variantKey(baseKey, arrival.observation.discriminator ?? `#${arrival.hash.slice(0, 16)}`)
  for (let ordinal = 1; ; ordinal++) {
    const key = ordinal === 1 ? named : `${named}#${ordinal}`
    if (!taken.has(key)) return key
  }
}
