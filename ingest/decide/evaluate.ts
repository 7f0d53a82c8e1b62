import { hash } from 'node:crypto'
import { diff, remove } from '../diff/diff.ts'
import { mergeSources, reportingSourceOfActions } from '../precedence/merge-sources.ts'
import type { SourceParts } from '../precedence/precedence.ts'
import { rankOfNew } from '../precedence/record-order.ts'
import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import type { SessionState } from '../state/session-state.ts'
import type { SourceSnapshot } from '../state/snapshots.ts'
import { type Change, isSame, type Stored } from '../state/stored-entities.ts'
import { canonicalize } from './canonicalize.ts'
import {
  type Arrival,
  EVERY_PART,
  judgeRecency,
  partsOf,
  type RunSoFar,
  recentParts,
  type SnapshotHead,
  toRecordId,
} from './recency.ts'
import { withRetainedFields } from './retained-fields.ts'

export type Situation = {
  readonly ocd_id: string
  /** What each source said last of the entity. */
  readonly snapshots: readonly SourceSnapshot[]
  readonly stored: object | null
  /** The bill's; null where no source has listed it. */
  readonly session: SessionState | null
  /** Which of the source's records the arrival is. */
  readonly record_key: string
  readonly run: RunSoFar & { readonly source: string }
}

export type Evaluation =
  | { readonly outcome: 'unchanged' | 'stale' }
  /** Neither says it better: both go to quarantine. */
  | { readonly outcome: 'conflict'; readonly against: SourceSnapshot }
  | {
      readonly outcome: 'changed'
      readonly snapshot: Pick<SourceSnapshot, 'record_rank' | 'head' | 'parts'>
      readonly change: Change<ObservedType>
    }

/** From one arrival and what is held to what has to be told and remembered. Pure. */
export function evaluate(arrival: Arrival, situation: Situation): Evaluation {
  const { run, record_key, snapshots } = situation
  const own = snapshots.find((one) => one.source === run.source && one.record_key === record_key) ?? null
  const recordId = own === null ? null : toRecordId(own.entity_id, record_key)
  const freshness = judgeRecency(arrival, recordId, own?.head ?? null, run)
  if (freshness === 'unchanged') return { outcome: 'unchanged' }
  if (freshness === 'stale') return { outcome: 'stale' }

  const { observation } = arrival
  const fresh = recentParts(arrival, own?.head ?? null)
  const reportedParts = withRetainedFields(
    canonicalize(observation.entity, pick(observation.parts, fresh)),
    own?.parts ?? {},
  )
  if (freshness === 'contested' && own !== null) {
    return hasSameContent(reportedParts, own.parts)
      ? { outcome: 'unchanged' }
      : { outcome: 'conflict', against: own }
  }
  const parts: Record<string, unknown> =
    observation.removed === null ? { ...own?.parts, ...reportedParts } : {}
  const ofSource = snapshots.filter(({ source }) => source === run.source)
  const recordRank = own?.record_rank ?? rankOfNew(record_key, ofSource)
  return {
    outcome: 'changed',
    snapshot: { record_rank: recordRank, head: headOf(arrival, own, fresh, run), parts },
    change: changeOf(arrival, situation, { record_rank: recordRank, parts }),
  }
}

function changeOf(
  { observation }: Arrival,
  situation: Situation,
  reportedParts: Pick<SourceSnapshot, 'record_rank' | 'parts'>,
): Change<ObservedType> {
  const { snapshots, record_key, run } = situation
  const reported = [
    { source: run.source, record_key, ...reportedParts },
    ...snapshots.filter((one) => one.source !== run.source || one.record_key !== record_key),
  ]
  return changeOfEntity(observation.entity, reported, situation, observation.removed)
}

type ReportedRecord = Pick<SourceSnapshot, 'source' | 'record_key' | 'record_rank'> & {
  readonly parts: object
  /** Of what is held of it. */
  readonly head?: Pick<SnapshotHead, 'hash'>
}

/** What all sources together say of an entity now, compared with what is held. */
export function changeOfEntity(
  entity: ObservedType,
  reported: readonly ReportedRecord[],
  { ocd_id, stored, snapshots, session }: Pick<Situation, 'ocd_id' | 'stored' | 'snapshots' | 'session'>,
  removed: string | null,
): Change<ObservedType> {
  // Snapshots hold what this kind of entity was told to be, and so does what is held.
  const emission = reported.filter(
    ({ parts }) => Object.keys(parts).length > 0,
  ) as SourceParts<ObservedType>[]
  const before = stored as Stored<ObservedType> | null
  // Of a source that the log has heard, and whose words are lost, nobody knows whether it still tells of it.
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

function headOf(
  arrival: Arrival,
  own: SourceSnapshot | null,
  fresh: readonly string[],
  run: Situation['run'],
): SnapshotHead {
  const { observation, observed_at } = arrival
  const times = Object.fromEntries(fresh.map((part) => [part, observed_at]))
  const isLater = own === null || observed_at >= own.head.observed_at
  return {
    observed_at: isLater ? observed_at : own.head.observed_at,
    part_observed_at:
      observation.removed === null
        ? { ...own?.head.part_observed_at, ...times }
        : { [EVERY_PART]: observed_at },
    schema_rank: observation.schema_rank,
    mapper_version: run.mapper_version,
    run_id: run.run_id,
    discriminator: observation.discriminator ?? own?.head.discriminator ?? null,
    hash: hashOf(arrival, fresh),
  }
}

/** An equal hash means that all of it is held: one of which a part was stale has another. */
function hashOf(arrival: Arrival, fresh: readonly string[]): string {
  if (fresh.length === partsOf(arrival).length) return arrival.hash
  return hash('sha256', `${arrival.hash} ${fresh.join(' ')}`, 'hex')
}

function hasSameContent(reportedParts: object, parts: Record<string, unknown>): boolean {
  return Object.entries(reportedParts).every(([part, value]) => isSame(parts[part], value))
}

function pick(parts: object, names: readonly string[]): Partial<PartsOf[ObservedType]> {
  const entries = Object.entries(parts).filter(([name]) => names.includes(name))
  return Object.fromEntries(entries) as Partial<PartsOf[ObservedType]>
}
