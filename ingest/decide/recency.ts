import type { Arrival } from '../resolve/arrival.ts'
import { EVERY_PART, type RecordId, type SnapshotHead } from '../state/snapshots.ts'

export type Recency =
  /** The content is stored already. `touched`: it was observed later or by another mapper. */
  | 'unchanged'
  | 'touched'
  /** Every part is older than the stored one. */
  | 'stale'
  /**
   * This run said something else about the same parts at the same time in the same layout. Unless the
   * contents are equal, the two conflict.
   */
  | 'contested'
  | 'new'
  | 'changed'

/** Facts about a run that recency needs. */
export type RunSoFar = {
  readonly run_id: string
  readonly mapper_version: number
  /** Records that this run observed unchanged: their snapshots name the run that stored the content. */
  readonly confirmed: { has(recordId: RecordId): boolean }
}

export function judgeRecency(
  arrival: Arrival,
  recordId: RecordId | null,
  snapshot: SnapshotHead | null,
  run: RunSoFar,
): Recency {
  // A source cannot remove what it never reported.
  if (snapshot === null) return arrival.observation.removed === null ? 'new' : 'unchanged'
  if (arrival.hash === snapshot.hash) {
    const isLater = arrival.observed_at > snapshot.observed_at
    return isLater || run.mapper_version !== snapshot.mapper_version ? 'touched' : 'unchanged'
  }
  if (isStale(arrival, snapshot)) return 'stale'
  const isEquallyNew = partsOf(arrival).some(
    (part) => snapshot.part_observed_at[part] === arrival.observed_at,
  )
  if (isEquallyNew && arrival.observation.schema_rank < snapshot.schema_rank) return 'stale'
  const isReportedInThisRun =
    snapshot.run_id === run.run_id || (recordId !== null && run.confirmed.has(recordId))
  if (isEquallyNew && isReportedInThisRun && arrival.observation.schema_rank === snapshot.schema_rank) {
    return 'contested'
  }
  return 'changed'
}

/** Gives the parts that are not older than the stored ones. */
export function recentParts(arrival: Arrival, snapshot: SnapshotHead | null): string[] {
  const parts = partsOf(arrival)
  if (snapshot === null) return parts
  return parts.filter((part) => {
    const storedAt = snapshot.part_observed_at[part] ?? snapshot.part_observed_at[EVERY_PART]
    return storedAt === undefined || arrival.observed_at >= storedAt
  })
}

export function partsOf(arrival: Arrival): string[] {
  return Object.entries(arrival.observation.parts).flatMap(([part, value]) =>
    value === undefined ? [] : [part],
  )
}

function isStale(arrival: Arrival, snapshot: SnapshotHead): boolean {
  if (arrival.observation.removed !== null) return arrival.observed_at < snapshot.observed_at
  return recentParts(arrival, snapshot).length === 0
}
