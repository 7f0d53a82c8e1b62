import type { PoolClient } from 'pg'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { toInstant } from '../dates/instant.ts'
import type { Change } from '../diff/change.ts'
import { diff, remove } from '../diff/diff.ts'
import { retireBill } from '../diff/diff-bill.ts'
import { changeOfEntity } from '../diff/entity-change.ts'
import { sessionKey } from '../identity/identity-keys.ts'
import type { RunContext } from '../run-context/run-context.ts'
import { countEvent } from '../run-context/tally.ts'
import type { ObservedType } from '../source-interface/observation.ts'
import { findByOcdId, type Identity, lockEntities } from '../state/identities.ts'
import { findSessions, type SessionState } from '../state/session-state.ts'
import { loadSnapshots } from '../state/snapshots.ts'
import { coreOf, loadStored, type Stored, voteOf } from '../state/stored-entities.ts'
import {
  type BillContext,
  contextOfBill,
  contextOfNoBill,
  contextOfVote,
  loadBillCores,
} from './bill-context.ts'
import { encodeEmission } from './emission.ts'
import { createPendingWrites, savePendingWrites } from './pending-writes.ts'
import { goneBills } from './remove-derivations.ts'
import { sourceLabel } from './source-label.ts'

/** The source of the events if no record of a source is the reason. */
export type Emitter = Pick<
  RunContext,
  'source' | 'run_id' | 'codec' | 'settings' | 'clock' | 'printed_names' | 'tallies'
> & { readonly backfill: Pick<RunContext['backfill'], 'appliesTo'> }

export type Reemitted = {
  readonly entity_id: number
  /** The reason of the removal if the sources no longer report the entity. */
  readonly reason?: string
  /** The entity that it was merged into. */
  readonly into?: Pick<Identity, 'entity_id' | 'ocd_id'>
}

type ReemittedEntity = Identity & { readonly entity_type: EntityType; readonly jurisdiction: string | null }

/**
 * Emits what changed for entities because of new knowledge, in the caller's transaction, under their locks. It starts
 * from all their sources (`snapshots`), or from the stored content if only their session changed (`stored`).
 */
export async function reemit(
  client: PoolClient,
  emitter: Emitter,
  reemitted: readonly Reemitted[],
  from: 'snapshots' | 'stored',
): Promise<void> {
  if (reemitted.length === 0) return
  const entityIds = reemitted.map(({ entity_id }) => entity_id)
  const sequences = await lockEntities(client, entityIds)
  const known = await loadEntities(client, [...entityIds, ...intoIds(reemitted)])
  const snapshots = from === 'stored' ? new Map() : await loadSnapshots(client, entityIds)
  const stored = await loadStored(client, entityIds)
  const sessions = await findSessions(client, sessionsOf(stored.values(), snapshots.values()))
  const contextOf = await createContexts(client, reemitted, known, stored)
  const writes = createPendingWrites()
  for (const one of reemitted) {
    const { entity_id } = one
    const identity = known.get(entity_id)!
    const before = stored.get(entity_id) ?? null
    const reported = snapshots.get(entity_id) ?? []
    const { facts, stored: now } = changeOf(one, identity, { before, reported, sessions, from })
    const bill = contextOf(one, now)
    // A bill that only votes have named was merged into another such bill: nothing has to be emitted.
    if (now === null || facts.length === 0 || (bill === null && identity.entity_type === 'bill')) continue
    const jurisdiction = jurisdictionOf(one, known, before)
    const sequence = sequences.get(entity_id) ?? 0
    const emission = {
      ...identity,
      sequence,
      facts,
      bill,
      source: sourceLabel(emitter.source, jurisdiction),
      observed_at: toInstant(emitter.clock.now().toISOString()),
      run_id: emitter.run_id,
      backfill: emitter.backfill.appliesTo(jurisdiction, { is_new: false, is_remapped: false }),
    }
    writes.outbox.push(await encodeEmission(emission, emitter.codec, emitter.settings))
    writes.sequences.push({ entity_id, sequence: sequence + facts.length })
    writes.gone_bills.push(...goneBills(emission))
    writes.stored.push({
      entity_id,
      entity: identity.entity_type as ObservedType,
      jurisdiction,
      content: now,
    })
    for (const { type } of facts) countEvent(emitter.tallies, jurisdiction, type)
  }
  await savePendingWrites(client, emitter, writes)
}

function intoIds(reemitted: readonly Reemitted[]): number[] {
  return reemitted.flatMap(({ into }) => into?.entity_id ?? [])
}

/**
 * The place of a merged entity is that of the winner, which has its records. Other entities keep their stored place.
 */
function jurisdictionOf(
  { entity_id, into }: Reemitted,
  known: ReadonlyMap<number, ReemittedEntity>,
  before: object | null,
): string {
  return known.get(into?.entity_id ?? entity_id)?.jurisdiction ?? jurisdictionIn(before) ?? ''
}

function changeOf(
  { into, reason }: Reemitted,
  { entity_type, ocd_id }: ReemittedEntity,
  situation: {
    before: object | null
    reported: Parameters<typeof changeOfEntity>[1]
    sessions: ReadonlyMap<string, SessionState>
    from: 'snapshots' | 'stored'
  },
): Change<ObservedType> {
  const { before, reported, sessions, from } = situation
  const entity = entity_type as ObservedType
  if (into !== undefined) return mergedInto(entity, ocd_id, before, into)
  const core = coreOf(before) ?? coreIn(reported)
  const session = (core && sessions.get(sessionKey(core.jurisdiction, core.session))) ?? null
  if (from === 'stored')
    return diff({ entity, ocd_id, stored: before as Stored<ObservedType> | null, parts: {}, session })
  const known = { ocd_id, stored: before, snapshots: [], session }
  return changeOfEntity(entity, reported, known, reason ?? null)
}

function mergedInto(
  entity: ObservedType,
  ocdId: string,
  before: object | null,
  { entity_id: id, ocd_id: into_ocd_id }: NonNullable<Reemitted['into']>,
): Change<ObservedType> {
  const into = { id, ocd_id: into_ocd_id }
  const reason = `merged into ${into_ocd_id}`
  const stored = before as Stored<ObservedType> | null
  if (entity === 'bill') {
    const removed = retireBill(ocdId, stored as Stored<'bill'> | null, reason)
    return { stored: removed, facts: [{ type: 'bill.merged', part: { into } }] }
  }
  if (entity === 'person') {
    const removed = { removed: reason, retired_actions: [] }
    return { stored: removed, facts: [{ type: 'person.merged', part: { into } }] }
  }
  if (entity === 'advocacy_organization') {
    const removed = { removed: reason, retired_actions: [] }
    return { stored: removed, facts: [{ type: 'advocacy_organization.merged', part: { into } }] }
  }
  // No event of these kinds names the new entity, so the reason does.
  return remove<ObservedType>(entity, ocdId, stored, reason)
}

async function loadEntities(
  client: PoolClient,
  entityIds: readonly number[],
): Promise<Map<number, ReemittedEntity>> {
  const { rows } = await client.query<ReemittedEntity>(
    `SELECT e.id AS entity_id, e.ocd_id, e.kafka_key, e.entity_type,
       (SELECT s.jurisdiction FROM ingest.snapshot s WHERE s.entity_id = e.id LIMIT 1) AS jurisdiction
     FROM ingest.entity e WHERE e.id = ANY ($1::bigint[])`,
    [entityIds],
  )
  return new Map(rows.map((row) => [row.entity_id, row]))
}

/**
 * Gives the bill of each event. A merged entity has no content of its own: the entity that replaced it says
 * where it was.
 */
async function createContexts(
  client: PoolClient,
  reemitted: readonly Reemitted[],
  known: ReadonlyMap<number, ReemittedEntity>,
  stored: ReadonlyMap<number, object>,
): Promise<(one: Reemitted, now: object | null) => BillContext | null> {
  const votes = [...known.values()].filter(({ entity_type }) => entity_type === 'vote')
  const bills = await findByOcdId(client, [...new Set(votes.map(({ kafka_key }) => kafka_key))])
  const cores = await loadBillCores(client, [
    ...intoIds(reemitted),
    ...[...bills.values()].map((bill) => bill.entity_id),
  ])
  const unknown = [...bills.values()].map((bill) => bill.entity_id).filter((id) => !cores.has(id))
  const numbers = await loadNumbers(client, unknown)
  return ({ entity_id, into }, now) => {
    const identity = known.get(entity_id)!
    const before = stored.get(entity_id) ?? null
    if (identity.entity_type === 'bill') {
      const core = coreOf(now) ?? coreOf(before) ?? cores.get(into?.entity_id ?? 0)
      return core === undefined ? null : contextOfBill(identity, core as BillCore)
    }
    if (identity.entity_type !== 'vote') return null
    const vote = voteOf(now) ?? voteOf(before)
    const bill = bills.get(identity.kafka_key)
    if (vote === null) return null
    if (bill === undefined || bill.entity_id === entity_id) return contextOfNoBill(vote)
    const core = cores.get(bill.entity_id)
    if (core !== undefined) return contextOfBill(bill, core as BillCore)
    const { jurisdiction, session } = vote
    const identifier = numbers.get(bill.entity_id) ?? ''
    return contextOfVote({ key: '', identifier, jurisdiction, session }, bill, null)
  }
}

/** For bills that no source has introduced: as their keys say. */
async function loadNumbers(client: PoolClient, billIds: readonly number[]): Promise<Map<number, string>> {
  if (billIds.length === 0) return new Map()
  const { rows } = await client.query<{ entity_id: number; number: string }>(
    `SELECT entity_id, min(split_part(natural_key, '|', 3)) AS number FROM ingest.identity
     WHERE entity_id = ANY ($1::bigint[]) GROUP BY 1`,
    [billIds],
  )
  return new Map(rows.map(({ entity_id, number }) => [entity_id, number]))
}

function coreIn(reported: readonly { readonly parts: object }[]): BillCore | null {
  for (const { parts } of reported) {
    const { core } = parts as { core?: BillCore }
    if (core !== undefined) return core
  }
  return null
}

function jurisdictionIn(stored: object | null): string | null {
  return coreOf(stored)?.jurisdiction ?? voteOf(stored)?.jurisdiction ?? null
}

function* sessionsOf(
  stored: Iterable<object>,
  snapshots: Iterable<readonly { readonly parts: object }[]>,
): Iterable<string> {
  for (const content of stored) {
    const core = coreOf(content)
    if (core !== null) yield sessionKey(core.jurisdiction, core.session)
  }
  for (const reported of snapshots) {
    const core = coreIn(reported)
    if (core !== null) yield sessionKey(core.jurisdiction, core.session)
  }
}

export type StandaloneEmitter = Emitter & { readonly database: Database; readonly log: Log }
