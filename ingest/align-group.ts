import type { Arrival } from './freshness.ts'
import { variantKey } from './identity-keys.ts'

/** An entity that is held under the base key of a group, or under one of its variants. */
export type Candidate = {
  readonly entity_id: number
  readonly natural_key: string
  /** What its source said of it last; null where this source has said nothing. */
  readonly discriminator: string | null
  readonly hash: string | null
}

/**
 * Which natural key each observation of a group has. What is held is found again by its discriminator, then by its
 * content, then by its rank; what is left is minted: the first of an unknown key under the key itself, each further one
 * under a variant that its discriminator, or else its content, names.
 */
export function alignGroup(group: readonly Arrival[], candidates: readonly Candidate[]): string[] {
  const base_key = group[0]!.observation.key
  if (group.length === 1 && candidates.length <= 1) return [candidates[0]?.natural_key ?? base_key]

  const keys: (string | undefined)[] = new Array(group.length).fill(undefined)
  const open = new Set(candidates)
  // The order of a listing must not decide which of its entities gets the base key.
  const ranked = [...group.keys()].sort((a, b) => (rankOf(group[a]!) < rankOf(group[b]!) ? -1 : 1))
  const match = (isSame: (arrival: Arrival, candidate: Candidate) => boolean) => {
    for (const index of ranked) {
      if (keys[index] !== undefined) continue
      for (const candidate of open) {
        if (!isSame(group[index]!, candidate)) continue
        keys[index] = candidate.natural_key
        open.delete(candidate)
        break
      }
    }
  }
  match(({ observation }, { discriminator }) => {
    return discriminator !== null && discriminator === observation.discriminator
  })
  match((arrival, candidate) => arrival.hash === candidate.hash)
  match(() => true)

  const taken = new Set(candidates.map(({ natural_key }) => natural_key))
  for (const index of ranked) {
    keys[index] ??= freeKey(base_key, group[index]!, taken)
    taken.add(keys[index]!)
  }
  return keys.map((key) => key!)
}

function rankOf({ observation, hash }: Arrival): string {
  return `${observation.discriminator ?? ''}|${hash}`
}

function freeKey(base_key: string, arrival: Arrival, taken: ReadonlySet<string>): string {
  if (!taken.has(base_key)) return base_key
  const named = variantKey(base_key, arrival.observation.discriminator ?? `#${arrival.hash.slice(0, 16)}`)
  for (let ordinal = 1; ; ordinal++) {
    const key = ordinal === 1 ? named : `${named}#${ordinal}`
    if (!taken.has(key)) return key
  }
}
