import { mergeSources, reportingSourceOfActions } from '../precedence/merge-sources.ts'
import type { SourceParts } from '../precedence/precedence.ts'
import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import type { SessionState } from '../state/session-state.ts'
import type { SnapshotHead, SourceSnapshot } from '../state/snapshots.ts'
import type { Stored } from '../state/stored-entities.ts'
import type { Change } from './change.ts'
import { diff, remove } from './diff.ts'

/** The stored state of one entity. */
export type StoredSituation = {
  readonly ocd_id: string
  readonly stored: object | null
  /** The last observation of each source. */
  readonly snapshots: readonly SourceSnapshot[]
  /** The session of a bill; null if no source has listed it. */
  readonly session: SessionState | null
}

type ReportedRecord = Pick<SourceSnapshot, 'source' | 'record_key' | 'record_rank'> & {
  readonly parts: object
  /** The metadata of its stored snapshot. */
  readonly head?: Pick<SnapshotHead, 'hash'>
}

/** Compares what all sources together say about an entity now with what is stored. */
export function changeOfEntity(
  entity: ObservedType,
  reported: readonly ReportedRecord[],
  { ocd_id, stored, snapshots, session }: StoredSituation,
  removed: string | null,
): Change<ObservedType> {
  // Snapshots and stored content have this kind of entity.
  const emission = reported.filter(
    ({ parts }) => Object.keys(parts).length > 0,
  ) as SourceParts<ObservedType>[]
  const before = stored as Stored<ObservedType> | null
  // If a source's content was lost and only the log has it, it is unknown if the source still reports the
  // entity.
  const isUnknown = reported.some(({ head, parts }) => head?.hash === '' && Object.keys(parts).length === 0)
  if (emission.length === 0 && isUnknown) return { stored: before, facts: [] }
  if (emission.length === 0) return remove(entity, ocd_id, before, removed ?? 'not told by any source')
  const parts: Partial<PartsOf[ObservedType]> = mergeSources<ObservedType>(entity, emission)
  const isOtherSource =
    entity === 'bill' &&
    snapshots.length > 0 &&
    reportingSourceOfActions(snapshots) !== reportingSourceOfActions(emission)
  return diff({ entity, ocd_id, stored: before, parts, session, is_other_source: isOtherSource })
}
