import type { Observation } from '../observation.ts'

/** What is held of what a source said last of an entity. */
export type SnapshotHead = {
  readonly observed_at: string
  /** By part; what a removal says of all of them stands under EVERY_PART. */
  readonly part_observed_at: Readonly<Record<string, string>>
  readonly schema_rank: number
  readonly mapper_version: number
  readonly run_id: string
  /** Hex. */
  readonly hash: string
  readonly discriminator: string | null
}

export const EVERY_PART = '*'

export type Arrival = {
  readonly observation: Observation
  /** Of everything that the observation says, as it says it; hex. */
  readonly hash: string
  /** Of its JSON: how much there is to write. */
  readonly characters: number
  readonly observed_at: string
}

export type Freshness =
  /** Says what is held. `touched`: it says so later, or by another mapper. */
  | 'unchanged'
  | 'touched'
  /** Every part of it is older than what is held. */
  | 'stale'
  /** As new as what this run has said of the same parts, in a layout no newer: unless it is equal, nobody knows better. */
  | 'contested'
  | 'new'
  | 'changed'

/** What a run has to be asked to know what is fresh. */
export type RunSoFar = {
  readonly run_id: string
  readonly mapper_version: number
  /** Records of which this run has said what was held already: their snapshots name the run that said it first. */
  readonly confirmed: { has(record_id: RecordId): boolean }
}

/** Of what one source says of an entity: nearly always one record, which is known by the entity's id alone. */
export type RecordId = number | string

export function recordId(entity_id: number, record_key: string): RecordId {
  return record_key === '' ? entity_id : `${entity_id}|${record_key}`
}

export function judge(
  arrival: Arrival,
  record_id: RecordId | null,
  snapshot: SnapshotHead | null,
  run: RunSoFar,
): Freshness {
  // Nobody can take back what he never said.
  if (snapshot === null) return arrival.observation.removed === null ? 'new' : 'unchanged'
  if (arrival.hash === snapshot.hash) {
    const is_later = arrival.observed_at > snapshot.observed_at
    return is_later || run.mapper_version !== snapshot.mapper_version ? 'touched' : 'unchanged'
  }
  if (isStale(arrival, snapshot)) return 'stale'
  const is_equally_new = partsOf(arrival).some(
    (part) => snapshot.part_observed_at[part] === arrival.observed_at,
  )
  if (is_equally_new && arrival.observation.schema_rank < snapshot.schema_rank) return 'stale'
  const said_in_this_run =
    snapshot.run_id === run.run_id || (record_id !== null && run.confirmed.has(record_id))
  if (is_equally_new && said_in_this_run && arrival.observation.schema_rank === snapshot.schema_rank) {
    return 'contested'
  }
  return 'changed'
}

/** The parts that are not older than what is held of them. */
export function freshParts(arrival: Arrival, snapshot: SnapshotHead | null): string[] {
  const parts = partsOf(arrival)
  if (snapshot === null) return parts
  return parts.filter((part) => {
    const held_at = snapshot.part_observed_at[part] ?? snapshot.part_observed_at[EVERY_PART]
    return held_at === undefined || arrival.observed_at >= held_at
  })
}

export function partsOf(arrival: Arrival): string[] {
  return Object.entries(arrival.observation.parts).flatMap(([part, value]) =>
    value === undefined ? [] : [part],
  )
}

function isStale(arrival: Arrival, snapshot: SnapshotHead): boolean {
  if (arrival.observation.removed !== null) return arrival.observed_at < snapshot.observed_at
  return freshParts(arrival, snapshot).length === 0
}
