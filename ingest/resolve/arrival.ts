import { hash } from 'node:crypto'
import { toInstant } from '../dates/instant.ts'
import type { Observation } from '../source-interface/observation.ts'

/**
 * The hash covers the mapper's output before canonicalization, so an unchanged record costs one JSON text. Equal
 * hashes mean equal content. If they differ, the parts are compared.
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
  /** Hash of everything that the observation says; hex. */
  readonly hash: string
  /** Length of its JSON: how much has to be written. */
  readonly characters: number
  readonly observed_at: string
}
