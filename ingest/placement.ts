import { LegislogError } from '../schemas/errors.ts'
import { alignGroup } from './align-group.ts'
import { toArrival } from './arrival.ts'
import type { Arrival } from './freshness.ts'
import { identityOf } from './identity.ts'
import type { ObservationGroup } from './observation.ts'
import type { KnownEntity } from './snapshots.ts'

/** An arrival and the natural key that it was found to have. */
export type Placed = Arrival & {
  readonly natural_key: string
  readonly known: KnownEntity | null
}

/** Splits a batch where a key comes again: the later one is compared with what the earlier one left. */
export function roundsOf(groups: readonly ObservationGroup[]): ObservationGroup[][] {
  const rounds: ObservationGroup[][] = []
  const timesSeen = new Map<string, number>()
  for (const group of groups) {
    const [first] = group
    if (first === undefined) continue
    const key = identityOf(first.entity, first.key)
    const round = timesSeen.get(key) ?? 0
    timesSeen.set(key, round + 1)
    rounds[round] ??= []
    rounds[round].push(group)
  }
  return rounds
}

/** Throws `record_invalid` where an observation has no usable time. */
export function placeGroup(
  group: ObservationGroup,
  known: ReadonlyMap<string, readonly KnownEntity[]>,
): Placed[] {
  const [first] = group
  if (first === undefined) return []
  if (group.some(({ entity, key }) => entity !== first.entity || key !== first.key)) {
    throw new LegislogError('record_invalid', `a group of ${first.entity} ${first.key} holds other keys`)
  }
  const arrivals = group.map(toArrival)
  const candidates = known.get(identityOf(first.entity, first.key)) ?? []
  const keys = alignGroup(
    arrivals,
    candidates.map(({ entity_id, natural_key, snapshot }) => ({
      entity_id,
      natural_key,
      discriminator: snapshot?.discriminator ?? null,
      hash: snapshot?.hash ?? null,
    })),
  )
  return arrivals.map((arrival, index) => {
    const natural_key = keys[index]!
    return {
      ...arrival,
      natural_key,
      known: candidates.find((candidate) => candidate.natural_key === natural_key) ?? null,
    }
  })
}
