import { DAY_MS } from '../../runtime/durations.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { toInstant } from '../dates/instant.ts'
import type { Observation, ObservationGroup, ObservedType } from '../source-interface/observation.ts'
import { type FreeKey, identityKey } from '../state/identities.ts'
import type { KnownEntity, SnapshotHead } from '../state/snapshots.ts'
import { alignGroup } from './align-group.ts'
import { type Arrival, toArrival } from './arrival.ts'

/** An arrival and the entity that it resolves to. */
export type Resolved = Arrival & {
  readonly natural_key: string
  readonly known: KnownEntity | null
  readonly record_key: string
  /** The last observation of this source in this record. */
  readonly snapshot: SnapshotHead | null
  /** Keys that name no entity yet. They become keys of this entity. */
  readonly free_keys: readonly FreeKey[]
  /** Keys of the arrival that name other entities. */
  readonly conflicting_keys: readonly ConflictingKey[]
  /** All arrivals that were listed with it under its key. They are resolved together. */
  readonly group: ObservationGroup
  /** For an unknown roll call: roll calls of other sources that it does not match. */
  readonly compared_with?: ReadonlySet<number>
}

export type ConflictingKey = {
  readonly key: string
  readonly entity_id: number
  /** The source itself says that this entity has become the other. */
  readonly is_replaced: boolean
}

/** The entities that are stored under a key, by identityOf. */
export type KnownByKey = ReadonlyMap<string, readonly KnownEntity[]>

/** All further keys of an observation, strongest first. */
export function additionalKeys({ also_keys, replaces }: Observation): readonly string[] {
  if (replaces === undefined) return also_keys ?? []
  return [...(also_keys ?? []), ...replaces]
}

/** Splits a batch before a repeated key, because the later arrival is compared with the result of the earlier one. */
export function roundsOf(groups: readonly ObservationGroup[]): ObservationGroup[][] {
  const rounds: ObservationGroup[][] = []
  const nextRound = new Map<string, number>()
  for (const group of groups.flatMap(splitGroup)) {
    const keys = keysOf(group).map(({ entity, key }) => identityKey(entity, key))
    const round = Math.max(...keys.map((key) => nextRound.get(key) ?? 0))
    for (const key of keys) nextRound.set(key, round + 1)
    rounds[round] ??= []
    rounds[round].push(group)
  }
  return rounds
}

/** Gives the own and further keys of each observation. The group is not empty. */
export function keysOf(group: ObservationGroup): { readonly entity: ObservedType; readonly key: string }[] {
  const { entity, key } = group[0]!
  return [
    { entity, key },
    ...group.flatMap((one) => additionalKeys(one).map((further) => ({ entity: one.entity, key: further }))),
  ]
}

/** Observations of one listing with a common further key belong to one entity: they are processed one after another. */
function splitGroup(group: ObservationGroup): ObservationGroup[] {
  if (group.length === 0) return []
  if (group.length === 1 || group.every((one) => additionalKeys(one).length === 0)) return [group]
  const apart: Observation[][] = []
  for (const one of group) {
    const keys = additionalKeys(one)
    const place = apart.findIndex((some) =>
      some.every((other) => !additionalKeys(other).some((key) => keys.includes(key))),
    )
    if (place === -1) apart.push([one])
    else apart[place]!.push(one)
  }
  return apart
}

/** Throws `record_invalid` if an observation has no usable time. */
export function resolveGroup(group: ObservationGroup, known: KnownByKey, now: Date): Resolved[] {
  const [first] = group
  if (first === undefined) return []
  if (group.some(({ entity, key }) => entity !== first.entity || key !== first.key)) {
    throw new LegislogError('record_invalid', `a group of ${first.entity} ${first.key} has several keys`)
  }
  const arrivals = group.map((one) => capObservedAt(toArrival(one), now))
  const stored = known.get(identityKey(first.entity, first.key)) ?? NO_ENTITIES
  if (group.length === 1 && stored.length < 2 && additionalKeys(first).length === 0)
    return [resolveSingle(arrivals[0]!, stored[0] ?? null, group)]
  const named = group.map((one) => namedBy(one, known))
  // The own key comes first. Further keys are used only if it is unknown or names one of several.
  const candidates = stored.length === 1 && group.length === 1 ? stored : withNamed(stored, named.flat())
  const keys = alignGroup(arrivals, candidates.map(candidateOf), named)
  return arrivals.map((arrival, index) => {
    const naturalKey = keys[index]!
    const found = candidates.find((candidate) => candidate.natural_key === naturalKey) ?? null
    return toResolved(arrival, naturalKey, found, group, known)
  })
}

const NO_ENTITIES: readonly KnownEntity[] = []

/** Handles nearly every record: its only key is known, or it is new. */
function resolveSingle(arrival: Arrival, found: KnownEntity | null, group: ObservationGroup): Resolved {
  const { observation } = arrival
  const recordKey = recordKeyOf(observation, found)
  return {
    ...arrival,
    natural_key: found?.natural_key ?? observation.key,
    known: found,
    record_key: recordKey,
    snapshot: found?.snapshots.get(recordKey) ?? null,
    free_keys: [],
    conflicting_keys: [],
    group,
  }
}

const FARTHEST_AHEAD_MS = 366 * DAY_MS

/**
 * Replaces a time more than a year in the future, such as `9999-12-31` or a typing error, by now. If it were
 * believed, everything until then would be stale.
 */
function capObservedAt(arrival: Arrival, now: Date): Arrival {
  const isAhead = Date.parse(arrival.observed_at) > now.getTime() + FARTHEST_AHEAD_MS
  return isAhead ? { ...arrival, observed_at: toInstant(now.toISOString()) } : arrival
}

/**
 * Moves an arrival to another entity: to `found`, or to a new one if `found` is null. Its keys that name other
 * entities become disputed.
 */
export function reassign(
  resolved: Resolved,
  naturalKey: string,
  found: KnownEntity | null,
  known: KnownByKey,
): Resolved {
  const { observation } = resolved
  const recordKey = recordKeyOf(observation, found)
  const conflictingKeys = [observation.key, ...additionalKeys(observation)].flatMap(
    (key): ConflictingKey[] => {
      const others = known.get(identityKey(observation.entity, key)) ?? []
      const other = others.find((one) => one.natural_key === key)
      if (other === undefined || other.entity_id === found?.entity_id) return []
      return [{ key, entity_id: other.entity_id, is_replaced: false }]
    },
  )
  const snapshot = found?.snapshots.get(recordKey) ?? null
  return {
    ...resolved,
    natural_key: naturalKey,
    known: found,
    record_key: recordKey,
    snapshot,
    free_keys: [],
    conflicting_keys: conflictingKeys,
  }
}

function toResolved(
  arrival: Arrival,
  naturalKey: string,
  found: KnownEntity | null,
  group: ObservationGroup,
  known: KnownByKey,
): Resolved {
  const { observation } = arrival
  const recordKey = recordKeyOf(observation, found)
  const freeKeys: FreeKey[] = []
  const conflictingKeys: ConflictingKey[] = []
  // In a listing with several entities, the base key may belong to another one.
  const own = group.length === 1 ? [observation.key] : []
  for (const key of [...own, ...additionalKeys(observation)]) {
    const others = known.get(identityKey(observation.entity, key)) ?? []
    if (others.length === 0) {
      if (key !== naturalKey) freeKeys.push({ natural_key: key, base_key: key })
    } else if (key !== observation.key && found !== null) {
      const other = others.find((one) => one.natural_key === key) ?? others[0]!
      if (other.entity_id === found.entity_id) continue
      const isReplaced = observation.replaces?.includes(key) ?? false
      conflictingKeys.push({ key, entity_id: other.entity_id, is_replaced: isReplaced })
    }
  }
  const snapshot = found?.snapshots.get(recordKey) ?? null
  return {
    ...arrival,
    natural_key: naturalKey,
    known: found,
    record_key: recordKey,
    snapshot,
    free_keys: freeKeys,
    conflicting_keys: conflictingKeys,
    group,
  }
}

/** A record about a merged entity becomes a further record of the winner, after its own. */
function recordKeyOf({ record_key = '' }: Observation, found: KnownEntity | null): string {
  return found?.merged_from == null ? record_key : mergedRecordKey(found.merged_from, record_key)
}

function mergedRecordKey(mergedFrom: number, recordKey: string): string {
  return `~${mergedFrom}|${recordKey}`
}

function namedBy(observation: Observation, known: KnownByKey): KnownEntity[] {
  return additionalKeys(observation).flatMap((key) => {
    const entities = known.get(identityKey(observation.entity, key)) ?? []
    return entities.filter(({ natural_key }) => natural_key === key)
  })
}

function withNamed(stored: readonly KnownEntity[], named: readonly KnownEntity[]): readonly KnownEntity[] {
  const byId = new Map<number, KnownEntity>()
  for (const one of named) if (!byId.has(one.entity_id)) byId.set(one.entity_id, one)
  for (const { entity_id } of stored) byId.delete(entity_id)
  return byId.size === 0 ? stored : [...stored, ...byId.values()]
}

function candidateOf({ entity_id, natural_key, snapshots }: KnownEntity) {
  const heads = [...snapshots.values()]
  return {
    entity_id,
    natural_key,
    discriminators: heads.flatMap(({ discriminator }) => discriminator ?? []),
    hashes: heads.map(({ hash }) => hash),
  }
}
