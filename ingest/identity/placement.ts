import { LegislogError } from '../../schemas/errors.ts'
import { toInstant } from '../dates/instant.ts'
import type { Observation, ObservationGroup, ObservedType } from '../observation.ts'
import { toArrival } from '../observe/arrival.ts'
import type { Arrival, SnapshotHead } from '../observe/freshness.ts'
import type { KnownEntity } from '../observe/snapshots.ts'
import { alignGroup } from './align-group.ts'
import { type FreeKey, identityOf } from './identity.ts'

/** An arrival and the entity that it was found to be of. */
export type Placed = Arrival & {
  readonly natural_key: string
  readonly known: KnownEntity | null
  readonly record_key: string
  /** What this source said last of it in this record. */
  readonly snapshot: SnapshotHead | null
  /** Keys that nobody has: they become its own. */
  readonly free_keys: readonly FreeKey[]
  /** Keys of its own that name other entities. */
  readonly elsewhere: readonly ElsewhereKey[]
  /** All that was listed with it under its key: they are placed together. */
  readonly group: ObservationGroup
  /** Of a roll call that nobody knows: those of other sources that it was found to be none of. */
  readonly compared_with?: ReadonlySet<number>
}

export type ElsewhereKey = {
  readonly key: string
  readonly entity_id: number
  /** The source itself says that it has become this one. */
  readonly is_replaced: boolean
}

/** What is known under a key, by identityOf. */
export type KnownByKey = ReadonlyMap<string, readonly KnownEntity[]>

/** All keys of an observation beside its own, strongest first. */
export function furtherKeys({ also_keys, replaces }: Observation): readonly string[] {
  if (replaces === undefined) return also_keys ?? []
  return [...(also_keys ?? []), ...replaces]
}

/** Splits a batch where a key comes again: the later one is compared with what the earlier one left. */
export function roundsOf(groups: readonly ObservationGroup[]): ObservationGroup[][] {
  const rounds: ObservationGroup[][] = []
  const next_round = new Map<string, number>()
  for (const group of groups.flatMap(splitGroup)) {
    const keys = keysOf(group).map(({ entity, key }) => identityOf(entity, key))
    const round = Math.max(...keys.map((key) => next_round.get(key) ?? 0))
    for (const key of keys) next_round.set(key, round + 1)
    rounds[round] ??= []
    rounds[round].push(group)
  }
  return rounds
}

/** Of a group that is not empty: its own and the further ones of each. */
export function keysOf(group: ObservationGroup): { readonly entity: ObservedType; readonly key: string }[] {
  const { entity, key } = group[0]!
  return [
    { entity, key },
    ...group.flatMap((one) => furtherKeys(one).map((further) => ({ entity: one.entity, key: further }))),
  ]
}

/** Observations of one listing that share a further key are of one entity: they come one after the other. */
function splitGroup(group: ObservationGroup): ObservationGroup[] {
  if (group.length === 0) return []
  if (group.length === 1 || group.every((one) => furtherKeys(one).length === 0)) return [group]
  const apart: Observation[][] = []
  for (const one of group) {
    const keys = furtherKeys(one)
    const place = apart.findIndex((some) =>
      some.every((other) => !furtherKeys(other).some((key) => keys.includes(key))),
    )
    if (place === -1) apart.push([one])
    else apart[place]!.push(one)
  }
  return apart
}

/** Throws `record_invalid` where an observation has no usable time. */
export function placeGroup(group: ObservationGroup, known: KnownByKey, now: Date): Placed[] {
  const [first] = group
  if (first === undefined) return []
  if (group.some(({ entity, key }) => entity !== first.entity || key !== first.key)) {
    throw new LegislogError('record_invalid', `a group of ${first.entity} ${first.key} holds other keys`)
  }
  const arrivals = group.map((one) => notAhead(toArrival(one), now))
  const held = known.get(identityOf(first.entity, first.key)) ?? NOBODY
  if (group.length === 1 && held.length < 2 && furtherKeys(first).length === 0)
    return [placeOne(arrivals[0]!, held[0] ?? null, group)]
  const named = group.map((one) => namedBy(one, known))
  // Its own key comes first: only what is unknown by it, or one of several, is looked for by the further ones.
  const candidates = held.length === 1 && group.length === 1 ? held : withNamed(held, named.flat())
  const keys = alignGroup(arrivals, candidates.map(candidateOf), named)
  return arrivals.map((arrival, index) => {
    const natural_key = keys[index]!
    const found = candidates.find((candidate) => candidate.natural_key === natural_key) ?? null
    return placedOf(arrival, natural_key, found, group, known)
  })
}

const NOBODY: readonly KnownEntity[] = []

/** Nearly every record: known by its only key, or not at all. */
function placeOne(arrival: Arrival, found: KnownEntity | null, group: ObservationGroup): Placed {
  const { observation } = arrival
  const record_key = recordKey(observation, found)
  return {
    ...arrival,
    natural_key: found?.natural_key ?? observation.key,
    known: found,
    record_key,
    snapshot: found?.snapshots.get(record_key) ?? null,
    free_keys: [],
    elsewhere: [],
    group,
  }
}

const FARTHEST_AHEAD_MS = 366 * 24 * 60 * 60 * 1000

/**
 * `9999-12-31` and slips of the pen: what is said to be seen more than a year from now was seen now. Believed, it would
 * make all that is said until then stale.
 */
function notAhead(arrival: Arrival, now: Date): Arrival {
  const is_ahead = Date.parse(arrival.observed_at) > now.getTime() + FARTHEST_AHEAD_MS
  return is_ahead ? { ...arrival, observed_at: toInstant(now.toISOString()) } : arrival
}

/**
 * Moves an arrival to another entity than the one it was placed at: to the one that was found, or to a new one if `found`
 * is null. Keys of the arrival that name other entities are disputed.
 */
export function placedUnder(
  placed: Placed,
  natural_key: string,
  found: KnownEntity | null,
  known: KnownByKey,
): Placed {
  const { observation } = placed
  const record_key = recordKey(observation, found)
  const elsewhere = [observation.key, ...furtherKeys(observation)].flatMap((key): ElsewhereKey[] => {
    const others = known.get(identityOf(observation.entity, key)) ?? []
    const other = others.find((one) => one.natural_key === key)
    if (other === undefined || other.entity_id === found?.entity_id) return []
    return [{ key, entity_id: other.entity_id, is_replaced: false }]
  })
  const snapshot = found?.snapshots.get(record_key) ?? null
  return { ...placed, natural_key, known: found, record_key, snapshot, free_keys: [], elsewhere }
}

function placedOf(
  arrival: Arrival,
  natural_key: string,
  found: KnownEntity | null,
  group: ObservationGroup,
  known: KnownByKey,
): Placed {
  const { observation } = arrival
  const record_key = recordKey(observation, found)
  const free_keys: FreeKey[] = []
  const elsewhere: ElsewhereKey[] = []
  // In a listing of several the base key may be another's.
  const own = group.length === 1 ? [observation.key] : []
  for (const key of [...own, ...furtherKeys(observation)]) {
    const others = known.get(identityOf(observation.entity, key)) ?? []
    if (others.length === 0) {
      if (key !== natural_key) free_keys.push({ natural_key: key, base_key: key })
    } else if (key !== observation.key && found !== null) {
      const other = others.find((one) => one.natural_key === key) ?? others[0]!
      if (other.entity_id === found.entity_id) continue
      const is_replaced = observation.replaces?.includes(key) ?? false
      elsewhere.push({ key, entity_id: other.entity_id, is_replaced })
    }
  }
  const snapshot = found?.snapshots.get(record_key) ?? null
  return { ...arrival, natural_key, known: found, record_key, snapshot, free_keys, elsewhere, group }
}

/** What is said of an entity that was merged is a further record of the one that stayed, after its own. */
function recordKey({ record_key = '' }: Observation, found: KnownEntity | null): string {
  return found?.merged_from == null ? record_key : mergedRecordKey(found.merged_from, record_key)
}

function mergedRecordKey(merged_from: number, record_key: string): string {
  return `~${merged_from}|${record_key}`
}

function namedBy(observation: Observation, known: KnownByKey): KnownEntity[] {
  return furtherKeys(observation).flatMap((key) => {
    const entities = known.get(identityOf(observation.entity, key)) ?? []
    return entities.filter(({ natural_key }) => natural_key === key)
  })
}

function withNamed(held: readonly KnownEntity[], named: readonly KnownEntity[]): readonly KnownEntity[] {
  const by_id = new Map<number, KnownEntity>()
  for (const one of named) if (!by_id.has(one.entity_id)) by_id.set(one.entity_id, one)
  for (const { entity_id } of held) by_id.delete(entity_id)
  return by_id.size === 0 ? held : [...held, ...by_id.values()]
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
