import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import type { Dispute } from '../identity/identity-disputes.ts'
import { tellUnder } from '../identity/move-votes.ts'
import type { Placed } from '../identity/placement.ts'
import type { ObservedType, PartsOf } from '../observation.ts'
import { type Rejected, rejectObservation } from '../runs/quarantine.ts'
import type { RunContext } from '../runs/run-context.ts'
import { type BillContext, contextOfBill, contextOfNoBill, contextOfVote } from './bill-context.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { coreOf, voteOf } from './held.ts'
import { encodeTelling, type Telling } from './outbox.ts'
import { retell } from './retell.ts'
import { loadScene, type Scene, sessionOf } from './scene.ts'
import { sourceOf } from './source-label.ts'
import { createWrites, type Writes, writeAll } from './writes.ts'

/** What became of one arrival. */
export type Outcome = {
  readonly placed: Placed
  readonly kind: 'changed' | 'pending' | 'unchanged' | 'stale' | 'rejected'
  readonly event_types: readonly string[]
  readonly rejections: readonly Rejected[]
}

export type Recorded = {
  readonly outcomes: readonly Outcome[]
  /** For PrintedNames.confirm, once this has committed. */
  readonly name_keys: readonly string[]
}

/** Sessions before the bills that name them, bills before the votes on them. */
const ORDER: readonly ObservedType[] = [
  'division',
  'boundary',
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
 * In one transaction: who is who, locks, what is held, what is new, and all that has to be remembered and told of it.
 * Entities of one kind are told in the order of their keys. An arrival that cannot be told is refused alone.
 */
export async function recordChanges(
  client: PoolClient,
  run: RunContext,
  arrivals: readonly Placed[],
): Promise<Recorded> {
  const ordered = arrivals.toSorted(
    (a, b) =>
      ORDER.indexOf(a.observation.entity) - ORDER.indexOf(b.observation.entity) ||
      (a.natural_key < b.natural_key ? -1 : 1),
  )
  const scene = await loadScene(client, run.source, ordered)
  const writes = createWrites()
  const outcomes: Outcome[] = []
  for (const placed of ordered) {
    outcomes.push(await recordOne(placed, scene, run, writes).catch((error) => refuse(placed, error, run)))
  }
  const name_keys = await writeAll(client, run, writes)
  await giveBills(client, run, outcomes, scene)
  return { outcomes, name_keys }
}

/** A roll call that was told about no bill, and of which a source knows the bill, is told under that from now on. */
async function giveBills(
  client: PoolClient,
  run: RunContext,
  outcomes: readonly Outcome[],
  scene: Scene,
): Promise<void> {
  for (const { placed, kind } of outcomes) {
    if (placed.observation.entity !== 'vote' || kind === 'rejected') continue
    const vote = scene.identityOf(placed)
    const bill = scene.toldBillOf(placed)
    if (bill === null || vote.kafka_key !== vote.ocd_id) continue
    await retell(
      client,
      run,
      await tellUnder(client, [vote], bill, `its bill is ${bill.ocd_id}`),
      'snapshots',
    )
  }
}

async function recordOne(placed: Placed, scene: Scene, run: RunContext, writes: Writes): Promise<Outcome> {
  const { observation } = placed
  const identity = scene.identityOf(placed)
  const { entity_id, ocd_id } = identity
  const held = scene.held.get(entity_id) ?? null
  const snapshots = scene.snapshots.get(entity_id) ?? []
  const session = scene.sessions.get(sessionOf(placed, held) ?? '') ?? null
  const { record_key } = placed
  const evaluation = evaluate(placed, { ocd_id, snapshots, held, session, record_key, run })
  if (evaluation.outcome !== 'changed') return settle(placed, evaluation)

  const { change, snapshot } = evaluation
  if (change.facts.length > 0) {
    const own = snapshots.find(({ source }) => source === run.source)
    const telling: Telling = {
      ...identity,
      sequence: scene.sequences.get(entity_id) ?? 0,
      facts: change.facts,
      bill: contextOf(placed, scene, change.held, held),
      source: sourceOf(run.source, observation.jurisdiction),
      observed_at: placed.observed_at,
      run_id: run.run_id,
      backfill: run.backfill.appliesTo(observation.jurisdiction, {
        is_new: own === undefined,
        is_remapped: own !== undefined && own.head.mapper_version !== run.mapper_version,
      }),
    }
    writes.outbox.push(await encodeTelling(telling, run.codec, run.settings))
    writes.sequences.push({ entity_id, sequence: telling.sequence + change.facts.length })
  }
  // From here on nothing can fail: what is pushed belongs together.
  const { jurisdiction } = observation
  writes.snapshots.push({ entity_id, source: run.source, record_key, jurisdiction, ...snapshot })
  writes.aliases.push(...observation.aliases.map((alias) => ({ entity_id, ...alias })))
  const is_namesake = placed.elsewhere.some(({ key }) => key === observation.key)
  if (observation.ocd_id !== null && observation.ocd_id !== ocd_id && !is_namesake)
    writes.aliases.push({ entity_id, scheme: 'ocd', value: observation.ocd_id })
  writes.disputes.push(...disputesOf(placed, entity_id, run))
  if (change.held !== null && (change.facts.length > 0 || change.is_reordered === true)) {
    writes.held.push({ entity_id, entity: observation.entity, jurisdiction, content: change.held })
    if (observation.entity === 'session') {
      if (held === null) writes.new_sessions.push(entity_id)
      else if (closedOn(held) !== closedOn(change.held)) {
        writes.sweeps.push({ session_id: entity_id, backfill: isOldNews(run, jurisdiction) })
      }
    }
    remember(placed, scene, change.held)
  }
  const event_types = change.facts.map(({ type }) => type)
  const kind = event_types.length > 0 ? 'changed' : change.held === null ? 'pending' : 'unchanged'
  return { placed, kind, event_types, rejections: [] }
}

/** What the source itself says to be one is merged, not disputed. */
function disputesOf(placed: Placed, claimed_by_id: number, run: RunContext): Dispute[] {
  const { entity, record } = placed.observation
  const merged = new Set(placed.elsewhere.flatMap((one) => (one.is_replaced ? [one.entity_id] : [])))
  return placed.elsewhere
    .filter(({ entity_id }) => !merged.has(entity_id))
    .map(({ key, entity_id: named_id }) => {
      const { source, run_id } = run
      run.log.warn({ entity, key, named_id, claimed_by_id, record }, 'a key of one entity names another')
      return { entity, natural_key: key, named_id, claimed_by_id, source, record, run_id }
    })
}

/** What later arrivals of this batch have to see. */
function remember(placed: Placed, scene: Scene, held: object): void {
  const { observation } = placed
  if (observation.entity === 'session') scene.sessions.set(observation.key, { closed_on: closedOn(held) })
  const core = observation.entity === 'bill' ? coreOf(held) : null
  if (core !== null) scene.bill_cores.set(scene.identityOf(placed).entity_id, core)
}

function contextOf(
  placed: Placed,
  scene: Scene,
  now: object | null,
  before: object | null,
): BillContext | null {
  switch (placed.observation.entity) {
    case 'bill': {
      const core = coreOf(now) ?? coreOf(before)
      return core === null ? null : contextOfBill(scene.identityOf(placed), core)
    }
    case 'vote': {
      const { bill } = placed.observation
      const identity = scene.billOf(placed)
      if (bill === null || identity === null) return contextOfNoBill(voteOf(now) ?? voteOf(before)!)
      return contextOfVote(bill, identity, scene.bill_cores.get(identity.entity_id) ?? null)
    }
    default:
      return null
  }
}

/** Whether a change of something that its source already gave, by the same mapper, counts as old news. */
function isOldNews({ backfill }: RunContext, jurisdiction: string): boolean {
  return backfill.appliesTo(jurisdiction, { is_new: false, is_remapped: false })
}

/** Of a session as it is held. */
function closedOn(held: object | null): string | null {
  return (held as Partial<PartsOf['session']> | null)?.closed?.closed_on ?? null
}

function settle(placed: Placed, evaluation: Exclude<Evaluation, { outcome: 'changed' }>): Outcome {
  if (evaluation.outcome !== 'conflict') {
    return { placed, kind: evaluation.outcome, event_types: [], rejections: [] }
  }
  const { observation } = placed
  const detail = `${observation.entity} ${placed.natural_key} is told twice at ${placed.observed_at}, differently`
  const first = { ...observation, parts: evaluation.against.parts } as typeof observation
  const rejections = [observation, first].map((one) =>
    rejectObservation(one, 'conflicting_duplicate', detail),
  )
  return { placed, kind: 'rejected', event_types: [], rejections }
}

const REASONS = new Map([
  ['record_too_large', 'record_too_large'],
  ['event_too_large', 'record_too_large'],
  ['event_invalid', 'record_invalid'],
  ['record_invalid', 'record_invalid'],
] as const)

/** Only the record's own fault is its own: a registry that is away stops the batch, not the record. */
function refuse(placed: Placed, error: unknown, run: RunContext): Outcome {
  const code = error instanceof LegislogError ? error.code : null
  const reason = error instanceof TypeError ? 'record_invalid' : REASONS.get(code as 'record_invalid')
  if (reason === undefined) throw error
  const { message } = error as Error
  run.log.warn({ record: placed.observation.record, code, err: error }, 'a record cannot be told')
  return {
    placed,
    kind: 'rejected',
    event_types: [],
    rejections: [rejectObservation(placed.observation, reason, message)],
  }
}
