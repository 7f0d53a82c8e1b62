import { hash } from 'node:crypto'
import type { Change } from '../diff/change.ts'
import { changeOfEntity, type StoredSituation } from '../diff/entity-change.ts'
import { rankOfNew } from '../precedence/record-order.ts'
import type { Arrival } from '../resolve/arrival.ts'
import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import { EVERY_PART, type SnapshotHead, type SourceSnapshot, toRecordId } from '../state/snapshots.ts'
import { isSame } from '../state/stored-entities.ts'
import { canonicalize } from './canonicalize.ts'
import { judgeRecency, partsOf, type RunSoFar, recentParts } from './recency.ts'
import { withRetainedFields } from './retained-fields.ts'

export type Situation = StoredSituation & {
  /** Identifies the arrival among the records of its source. */
  readonly record_key: string
  readonly run: RunSoFar & { readonly source: string }
}

export type Evaluation =
  | { readonly outcome: 'unchanged' | 'stale' }
  /** The two records contradict each other, so both go to quarantine. */
  | { readonly outcome: 'conflict'; readonly against: SourceSnapshot }
  | {
      readonly outcome: 'changed'
      readonly snapshot: Pick<SourceSnapshot, 'record_rank' | 'head' | 'parts'>
      readonly change: Change<ObservedType>
    }

/** Decides what one arrival emits and stores in a stored situation. Pure. */
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

/** An equal hash means that all of the content is stored. If a part was stale, the hash differs. */
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
