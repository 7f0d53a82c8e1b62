import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import type { SessionState } from '../state/session-state.ts'
import { isRemoved, isSame, type Stored } from '../state/stored-entities.ts'
import type { Change, Fact } from './change.ts'
import { diffBill, removeBill } from './diff-bill.ts'
import { diffRegulation } from './diff-regulation.ts'
import { diffSession } from './diff-session.ts'
import { diffVote } from './diff-vote.ts'

export type EntityObserved<T extends ObservedType> = {
  readonly entity: T
  readonly ocd_id: string
  readonly stored: Stored<T> | null
  readonly parts: Partial<PartsOf[T]>
  /** The bill's session. null if no source has listed it. */
  readonly session: SessionState | null
  /** True if the bill's actions come from a new source. */
  readonly is_other_source?: boolean
}

/** Compares the stored content of an entity with everything that its sources say now. */
export function diff<T extends ObservedType>(observed: EntityObserved<T>): Change<T> {
  // The switch narrows the value but not T; the result has the kind of the input.
  return diffAny(observed as AnyObserved) as Change<T>
}

/** A source removed the entity, and no other source reports it. */
export function remove<T extends ObservedType>(
  entity: T,
  ocdId: string,
  stored: Stored<T> | null,
  reason: string,
): Change<T> {
  if (entity === 'bill') return removeBill(ocdId, stored as Stored<'bill'> | null, reason) as Change<T>
  if (stored === null || isRemoved(stored)) return { stored, facts: [] }
  const facts = removedFact(entity, reason)
  return { stored: facts.length === 0 ? stored : { removed: reason, retired_actions: [] }, facts }
}

type AnyObserved = { [T in ObservedType]: EntityObserved<T> }[ObservedType]

function diffAny(observed: AnyObserved): Change<ObservedType> {
  switch (observed.entity) {
    case 'bill':
      return diffBill(observed)
    case 'vote':
      return diffVote(observed.stored, observed.parts.vote)
    case 'regulation':
      return diffRegulation(observed.stored, observed.parts)
    case 'jurisdiction':
      return diffWhole<'jurisdiction'>(observed.stored, observed.parts, (part) => ({
        type: 'jurisdiction.observed',
        part,
      }))
    case 'session':
      return diffSession(observed.stored, observed.parts)
    case 'person':
      return diffWhole<'person'>(observed.stored, observed.parts, (part) => ({
        type: 'person.observed',
        part,
      }))
    case 'committee':
      return diffWhole<'committee'>(observed.stored, observed.parts, (part) => ({
        type: 'committee.observed',
        part,
      }))
    case 'organization':
      return diffWhole<'organization'>(observed.stored, observed.parts, (part) => ({
        type: 'organization.observed',
        part,
      }))
    case 'division':
      return diffWhole<'division'>(observed.stored, observed.parts, (part) => ({
        type: 'division.observed',
        part,
      }))
    case 'boundary':
      return diffWhole<'boundary'>(observed.stored, observed.parts, (part) => ({
        type: 'boundary.loaded',
        part,
      }))
    case 'address_release':
      return diffWhole<'address_release'>(observed.stored, observed.parts, (part) => ({
        type: 'address_release.loaded',
        part,
      }))
    case 'model_text':
      return diffWhole<'model_text'>(observed.stored, observed.parts, (part) => ({
        type: 'model_text.observed',
        part,
      }))
    case 'scorecard': {
      const { stored } = observed
      const type = stored === null || isRemoved(stored) ? 'scorecard.published' : 'scorecard.updated'
      return diffWhole<'scorecard'>(stored, observed.parts, (part) => ({ type, part }))
    }
    case 'advocacy_organization':
      return diffWhole<'advocacy_organization'>(observed.stored, observed.parts, (part) => ({
        type: 'advocacy_organization.observed',
        part,
      }))
    case 'lobbying_filing': {
      const { stored } = observed
      const type = stored === null || isRemoved(stored) ? 'lobbying.filed' : 'lobbying.corrected'
      return diffWhole<'lobbying_filing'>(stored, observed.parts, (part) => ({ type, part }))
    }
    case 'advocacy_position': {
      const { stored } = observed
      const type = stored === null || isRemoved(stored) ? 'position.stated' : 'position.corrected'
      return diffWhole<'advocacy_position'>(stored, observed.parts, (part) => ({ type, part }))
    }
  }
}

type Whole =
  | 'jurisdiction'
  | 'person'
  | 'committee'
  | 'organization'
  | 'division'
  | 'boundary'
  | 'address_release'
  | 'model_text'
  | 'scorecard'
  | 'advocacy_organization'
  | 'lobbying_filing'
  | 'advocacy_position'

/** Entities with one part: the first event and every change carry all of it. */
function diffWhole<T extends Whole>(
  stored: Stored<T> | null,
  parts: Partial<PartsOf[T]>,
  toFact: (part: PartsOf[T]) => Fact,
): Change<T> {
  if (Object.keys(parts).length === 0 || isSame(stored, parts)) return { stored, facts: [] }
  const now = parts as PartsOf[T]
  return { stored: now as Stored<T>, facts: [toFact(now)] }
}

function removedFact(entity: ObservedType, reason: string): Fact[] {
  const part = { reason }
  switch (entity) {
    case 'vote':
      return [{ type: 'vote.removed', part }]
    case 'regulation':
      return [{ type: 'regulation.removed', part }]
    case 'jurisdiction':
      return [{ type: 'jurisdiction.removed', part }]
    case 'session':
      return [{ type: 'session.removed', part }]
    case 'person':
      return [{ type: 'person.removed', part }]
    case 'committee':
      return [{ type: 'committee.removed', part }]
    case 'organization':
      return [{ type: 'organization.removed', part }]
    case 'division':
      return [{ type: 'division.removed', part }]
    case 'boundary':
      return [{ type: 'boundary.removed', part }]
    case 'address_release':
      return [{ type: 'address_release.withdrawn', part }]
    case 'model_text':
      return [{ type: 'model_text.removed', part }]
    case 'scorecard':
      return [{ type: 'scorecard.removed', part }]
    case 'advocacy_organization':
      return [{ type: 'advocacy_organization.removed', part }]
    case 'lobbying_filing':
      return [{ type: 'lobbying.removed', part }]
    case 'advocacy_position':
      return [{ type: 'position.removed', part }]
    default:
      return []
  }
}
