import { hash } from 'node:crypto'
import { toInstant } from '../dates/instant.ts'
import type { Observation } from '../source-interface/observation.ts'

/**
 * The hash is of what the mapper gave, before anything is canonicalised: an unchanged record costs one JSON text. Equal
 * hashes mean equal content; the other way round is found out by the comparison of parts.
 */
export function toArrival(observation: Observation): Arrival {
  const { parts, removed, bill, aliases, also_keys, replaces } = observation
  const content: unknown[] = [parts, removed, bill, aliases]
  if (also_keys !== undefined || replaces !== undefined) content.push([also_keys ?? [], replaces ?? []])
  const text = JSON.stringify(content)
  return {
    observation,
    hash: hash('sha256', text, 'hex'),
    characters: text.length,
    observed_at: toInstant(observation.observed_at),
  }
}

export type Arrival = {
  readonly observation: Observation
  /** Of everything that the observation says, as it says it; hex. */
  readonly hash: string
  /** Of its JSON: how much there is to write. */
  readonly characters: number
  readonly observed_at: string
}
