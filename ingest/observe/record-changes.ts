import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import { reassignVotes } from '../corrections/move-votes.ts'
import { type Evaluation, evaluate } from '../decide/evaluate.ts'
import { type Emission, encodeEmission } from '../emit/emission.ts'
import { createPendingWrites, type PendingWrites, savePendingWrites } from '../emit/pending-writes.ts'
import { reemit } from '../emit/reemit.ts'
import { goneBills } from '../emit/remove-derivations.ts'
import { sourceLabel } from '../emit/source-label.ts'
import type { Resolved } from '../resolve/resolve-group.ts'
import { type Rejected, rejectObservation } from '../run-context/quarantine.ts'
import type { RunContext } from '../run-context/run-context.ts'
import type { ObservedType, PartsOf } from '../source-interface/observation.ts'
import type { Dispute } from '../state/identity-disputes.ts'
import { coreOf } from '../state/stored-entities.ts'
import { contextOf } from './arrival-context.ts'
import { type LockedState, loadLockedState, sessionOf } from './locked-state.ts'

/** The outcome of one arrival. */
export type ArrivalOutcome = {
  readonly resolved: Resolved
  readonly kind: 'changed' | 'pending' | 'unchanged' | 'stale' | 'rejected'
  readonly event_types: readonly string[]
  readonly rejections: readonly Rejected[]
}

export type RecordResult = {
  readonly outcomes: readonly ArrivalOutcome[]
  /** For PrintedNames.confirm after the commit. */
  readonly name_keys: readonly string[]
}

/** Sessions come before the bills that name them, and bills before their votes. */
const ORDER: readonly ObservedType[] = [
  'division',
  'boundary',
  'address_release',
  'model_text',
  'scorecard',
  'advocacy_organization',
  'lobbying_filing',
  'advocacy_position',
  'jurisdiction',
  'session',
  'organization',
  'committee',
  'person',
  'bill',
  'vote',
  'regulation',
]

/**
 * In one transaction: finds identities, takes locks, reads the stored state, decides the changes, and writes state
 * and events. Entities of one kind are emitted in the order of their keys. An arrival that cannot be emitted is
 * refused alone.
 */
export async function recordChanges(
  client: PoolClient,
  run: RunContext,
  arrivals: readonly Resolved[],
): Promise<RecordResult> {
  const ordered = arrivals.toSorted(
    (a, b) =>
      ORDER.indexOf(a.observation.entity) - ORDER.indexOf(b.observation.entity) ||
      (a.natural_key < b.natural_key ? -1 : 1),
  )
  const lockedState = await loadLockedState(client, run.source, ordered)
  const writes = createPendingWrites()
  const outcomes: ArrivalOutcome[] = []
  for (const resolved of ordered) {
    outcomes.push(
      await recordOne(resolved, lockedState, run, writes).catch((error) => refuse(resolved, error, run)),
    )
  }
  const nameKeys = await savePendingWrites(client, run, writes)
  await assignBills(client, run, outcomes, lockedState)
  return { outcomes, name_keys: nameKeys }
}

/** A roll call that was emitted without a bill moves to its bill once a source knows it. */
async function assignBills(
  client: PoolClient,
  run: RunContext,
  outcomes: readonly ArrivalOutcome[],
  lockedState: LockedState,
): Promise<void> {
  for (const { resolved, kind } of outcomes) {
    if (resolved.observation.entity !== 'vote' || kind === 'rejected') continue
    const vote = lockedState.identityOf(resolved)
    const bill = lockedState.reportedBillOf(resolved)
    if (bill === null || vote.kafka_key !== vote.ocd_id) continue
    await reemit(
      client,
      run,
      await reassignVotes(client, [vote], bill, `its bill is ${bill.ocd_id}`),
      'snapshots',
    )
  }
}

async function recordOne(
  resolved: Resolved,
  lockedState: LockedState,
  run: RunContext,
  writes: PendingWrites,
): Promise<ArrivalOutcome> {
  const { observation } = resolved
  const identity = lockedState.identityOf(resolved)
  const { entity_id, ocd_id } = identity
  const stored = lockedState.stored.get(entity_id) ?? null
  const snapshots = lockedState.snapshots.get(entity_id) ?? []
  const session = lockedState.sessions.get(sessionOf(resolved, stored) ?? '') ?? null
  const { record_key } = resolved
  const evaluation = evaluate(resolved, { ocd_id, snapshots, stored, session, record_key, run })
  if (evaluation.outcome !== 'changed') return settle(resolved, evaluation)

  const { change, snapshot } = evaluation
  if (change.facts.length > 0) {
    const own = snapshots.find(({ source }) => source === run.source)
    const emission: Emission = {
      ...identity,
      sequence: lockedState.sequences.get(entity_id) ?? 0,
      facts: change.facts,
      bill: contextOf(resolved, lockedState, change.stored, stored),
      source: sourceLabel(run.source, observation.jurisdiction),
      observed_at: resolved.observed_at,
      run_id: run.run_id,
      backfill: run.backfill.appliesTo(observation.jurisdiction, {
        is_new: own === undefined,
        is_remapped: own !== undefined && own.head.mapper_version !== run.mapper_version,
      }),
    }
    writes.outbox.push(await encodeEmission(emission, run.codec, run.settings))
    writes.sequences.push({ entity_id, sequence: emission.sequence + change.facts.length })
    writes.gone_bills.push(...goneBills(emission))
  }
  // From here on nothing can fail: these writes belong together.
  const { jurisdiction } = observation
  writes.snapshots.push({ entity_id, source: run.source, record_key, jurisdiction, ...snapshot })
  writes.aliases.push(...observation.aliases.map((alias) => ({ entity_id, ...alias })))
  const isNamesake = resolved.conflicting_keys.some(({ key }) => key === observation.key)
  if (observation.ocd_id !== null && observation.ocd_id !== ocd_id && !isNamesake)
    writes.aliases.push({ entity_id, scheme: 'ocd', value: observation.ocd_id })
  writes.disputes.push(...disputesOf(resolved, entity_id, run))
  if (change.stored !== null && (change.facts.length > 0 || change.is_reordered === true)) {
    writes.stored.push({ entity_id, entity: observation.entity, jurisdiction, content: change.stored })
    if (observation.entity === 'session') {
      if (stored === null) writes.new_sessions.push(entity_id)
      else if (closedOn(stored) !== closedOn(change.stored)) {
        writes.sweeps.push({ session_id: entity_id, backfill: isBackfill(run, jurisdiction) })
      }
    }
    remember(resolved, lockedState, change.stored)
  }
  const eventTypes = change.facts.map(({ type }) => type)
  const kind = eventTypes.length > 0 ? 'changed' : change.stored === null ? 'pending' : 'unchanged'
  return { resolved, kind, event_types: eventTypes, rejections: [] }
}

/** Entities that the source itself calls one are merged and not disputed. */
function disputesOf(resolved: Resolved, claimedById: number, run: RunContext): Dispute[] {
  const { entity, record } = resolved.observation
  const merged = new Set(resolved.conflicting_keys.flatMap((one) => (one.is_replaced ? [one.entity_id] : [])))
  return resolved.conflicting_keys
    .filter(({ entity_id }) => !merged.has(entity_id))
    .map(({ key, entity_id: named_id }) => {
      const { source, run_id } = run
      run.log.warn(
        { entity, key, named_id, claimed_by_id: claimedById, record },
        'a key of one entity names another',
      )
      return { entity, natural_key: key, named_id, claimed_by_id: claimedById, source, record, run_id }
    })
}

/** Updates the state for later arrivals of this batch. */
function remember(resolved: Resolved, lockedState: LockedState, stored: object): void {
  const { observation } = resolved
  if (observation.entity === 'session')
    lockedState.sessions.set(observation.key, { closed_on: closedOn(stored) })
  const core = observation.entity === 'bill' ? coreOf(stored) : null
  if (core !== null) lockedState.bill_cores.set(lockedState.identityOf(resolved).entity_id, core)
}

/** Says if a change of something that its source already reported, by the same mapper, counts as backfill. */
function isBackfill({ backfill }: RunContext, jurisdiction: string): boolean {
  return backfill.appliesTo(jurisdiction, { is_new: false, is_remapped: false })
}

/** The state of a stored session. */
function closedOn(stored: object | null): string | null {
  return (stored as Partial<PartsOf['session']> | null)?.closed?.closed_on ?? null
}

function settle(resolved: Resolved, evaluation: Exclude<Evaluation, { outcome: 'changed' }>): ArrivalOutcome {
  if (evaluation.outcome !== 'conflict') {
    return { resolved, kind: evaluation.outcome, event_types: [], rejections: [] }
  }
  const { observation } = resolved
  const detail = `${observation.entity} ${resolved.natural_key} is reported twice at ${resolved.observed_at}, differently`
  const first = { ...observation, parts: evaluation.against.parts } as typeof observation
  const rejections = [observation, first].map((one) =>
    rejectObservation(one, 'conflicting_duplicate', detail),
  )
  return { resolved, kind: 'rejected', event_types: [], rejections }
}

const REASONS = new Map([
  ['record_too_large', 'record_too_large'],
  ['event_too_large', 'record_too_large'],
  ['event_invalid', 'record_invalid'],
  ['record_invalid', 'record_invalid'],
] as const)

/** Only a fault of the record refuses it alone. If the registry is away, the batch fails. */
function refuse(resolved: Resolved, error: unknown, run: RunContext): ArrivalOutcome {
  const code = error instanceof LegislogError ? error.code : null
  const reason = error instanceof TypeError ? 'record_invalid' : REASONS.get(code as 'record_invalid')
  if (reason === undefined) throw error
  const { message } = error as Error
  run.log.warn({ record: resolved.observation.record, code, err: error }, 'a record cannot be emitted')
  return {
    resolved,
    kind: 'rejected',
    event_types: [],
    rejections: [rejectObservation(resolved.observation, reason, message)],
  }
}
