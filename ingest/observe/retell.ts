import type { PoolClient } from 'pg'
import type { BillCore } from '../../schemas/event/bill.ts'
import type { EntityType } from '../../schemas/vocabulary.ts'
import { toInstant } from '../dates/instant.ts'
import { diff, remove } from '../diff/diff.ts'
import { retireBill } from '../diff/diff-bill.ts'
import { findByOcdId, type Identity, lockEntities } from '../identity/identity.ts'
import { sessionKey } from '../identity/identity-keys.ts'
import type { ObservedType } from '../observation.ts'
import type { RunContext } from '../runs/run-context.ts'
import { countEvent } from '../runs/tally.ts'
import { findSessions, type SessionState } from '../sessions/session-state.ts'
import {
  type BillContext,
  contextOfBill,
  contextOfNoBill,
  contextOfVote,
  loadBillCores,
} from './bill-context.ts'
import { changeOfTold } from './evaluate.ts'
import { type Change, coreOf, type Held, voteOf } from './held.ts'
import { encodeTelling } from './outbox.ts'
import { loadHeld, loadSnapshots } from './snapshots.ts'
import { sourceOf } from './source-label.ts'
import { createWrites, writeAll } from './writes.ts'

/** Who tells, where no record of a source is the reason. */
export type Teller = Pick<
  RunContext,
  'source' | 'run_id' | 'codec' | 'settings' | 'clock' | 'printed_names' | 'tallies'
> & { readonly backfill: Pick<RunContext['backfill'], 'appliesTo'> }

export type Retold = {
  readonly entity_id: number
  /** Why it is gone, where nobody tells of it any more. */
  readonly reason?: string
  /** It is this one from now on. */
  readonly into?: Pick<Identity, 'entity_id' | 'ocd_id'>
}

type Known = Identity & { readonly entity_type: EntityType; readonly jurisdiction: string | null }

/**
 * Tells what has become of entities by something that is known now, in the caller's transaction, under their locks: of
 * all that their sources say (`snapshots`), or of what is held, where only their session changed (`held`).
 */
export async function retell(
  client: PoolClient,
  teller: Teller,
  retold: readonly Retold[],
  from: 'snapshots' | 'held',
): Promise<void> {
  if (retold.length === 0) return
  const entity_ids = retold.map(({ entity_id }) => entity_id)
  const sequences = await lockEntities(client, entity_ids)
  const known = await loadKnown(client, [...entity_ids, ...intoIds(retold)])
  const snapshots = from === 'held' ? new Map() : await loadSnapshots(client, entity_ids)
  const held = await loadHeld(client, entity_ids)
  const sessions = await findSessions(client, sessionsOf(held.values(), snapshots.values()))
  const contextOf = await createContexts(client, retold, known, held)
  const writes = createWrites()
  for (const one of retold) {
    const { entity_id } = one
    const identity = known.get(entity_id)!
    const before = held.get(entity_id) ?? null
    const told = snapshots.get(entity_id) ?? []
    const { facts, held: now } = changeOf(one, identity, { before, told, sessions, from })
    const bill = contextOf(one, now)
    // A bill that only votes have named, and that becomes another such: there is nothing to tell.
    if (now === null || facts.length === 0 || (bill === null && identity.entity_type === 'bill')) continue
    const jurisdiction = placeOf(one, known, before)
    const sequence = sequences.get(entity_id) ?? 0
    const telling = {
      ...identity,
      sequence,
      facts,
      bill,
      source: sourceOf(teller.source, jurisdiction),
      observed_at: toInstant(teller.clock.now().toISOString()),
      run_id: teller.run_id,
      backfill: teller.backfill.appliesTo(jurisdiction, { is_new: false, is_remapped: false }),
    }
    writes.outbox.push(await encodeTelling(telling, teller.codec, teller.settings))
    writes.sequences.push({ entity_id, sequence: sequence + facts.length })
    writes.held.push({
      entity_id,
      entity: identity.entity_type as ObservedType,
      jurisdiction,
      content: now,
    })
    for (const { type } of facts) countEvent(teller.tallies, jurisdiction, type)
  }
  await writeAll(client, teller, writes)
}

function intoIds(retold: readonly Retold[]): number[] {
  return retold.flatMap(({ into }) => into?.entity_id ?? [])
}

/** What became another has given its records to that one, whose place is its own; of the rest, where it was held. */
function placeOf(
  { entity_id, into }: Retold,
  known: ReadonlyMap<number, Known>,
  before: object | null,
): string {
  return known.get(into?.entity_id ?? entity_id)?.jurisdiction ?? jurisdictionIn(before) ?? ''
}

function changeOf(
  { into, reason }: Retold,
  { entity_type, ocd_id }: Known,
  situation: {
    before: object | null
    told: Parameters<typeof changeOfTold>[1]
    sessions: ReadonlyMap<string, SessionState>
    from: 'snapshots' | 'held'
  },
): Change<ObservedType> {
  const { before, told, sessions, from } = situation
  const entity = entity_type as ObservedType
  if (into !== undefined) return mergedInto(entity, ocd_id, before, into)
  const core = coreOf(before) ?? coreIn(told)
  const session = (core && sessions.get(sessionKey(core.jurisdiction, core.session))) ?? null
  if (from === 'held')
    return diff({ entity, ocd_id, held: before as Held<ObservedType> | null, parts: {}, session })
  const known = { ocd_id, held: before, snapshots: [], session }
  return changeOfTold(entity, told, known, reason ?? null)
}

function mergedInto(
  entity: ObservedType,
  ocd_id: string,
  before: object | null,
  { entity_id: id, ocd_id: into_ocd_id }: NonNullable<Retold['into']>,
): Change<ObservedType> {
  const into = { id, ocd_id: into_ocd_id }
  const reason = `merged into ${into_ocd_id}`
  const held = before as Held<ObservedType> | null
  if (entity === 'bill') {
    const removed = retireBill(ocd_id, held as Held<'bill'> | null, reason)
    return { held: removed, facts: [{ type: 'bill.merged', part: { into } }] }
  }
  if (entity === 'person') {
    const removed = { removed: reason, retired_actions: [] }
    return { held: removed, facts: [{ type: 'person.merged', part: { into } }] }
  }
  // No event of these kinds says where they went: the reason does.
  return remove<ObservedType>(entity, ocd_id, held, reason)
}

async function loadKnown(client: PoolClient, entity_ids: readonly number[]): Promise<Map<number, Known>> {
  const { rows } = await client.query<Known>(
    `SELECT e.id AS entity_id, e.ocd_id, e.kafka_key, e.entity_type,
       (SELECT s.jurisdiction FROM ingest.snapshot s WHERE s.entity_id = e.id LIMIT 1) AS jurisdiction
     FROM ingest.entity e WHERE e.id = ANY ($1::bigint[])`,
    [entity_ids],
  )
  return new Map(rows.map((row) => [row.entity_id, row]))
}

/** The bill that each event is told with. What is merged has no content of its own: its new place says where it was. */
async function createContexts(
  client: PoolClient,
  retold: readonly Retold[],
  known: ReadonlyMap<number, Known>,
  held: ReadonlyMap<number, object>,
): Promise<(one: Retold, now: object | null) => BillContext | null> {
  const votes = [...known.values()].filter(({ entity_type }) => entity_type === 'vote')
  const bills = await findByOcdId(client, [...new Set(votes.map(({ kafka_key }) => kafka_key))])
  const cores = await loadBillCores(client, [
    ...intoIds(retold),
    ...[...bills.values()].map((bill) => bill.entity_id),
  ])
  const unknown = [...bills.values()].map((bill) => bill.entity_id).filter((id) => !cores.has(id))
  const numbers = await loadNumbers(client, unknown)
  return ({ entity_id, into }, now) => {
    const identity = known.get(entity_id)!
    const before = held.get(entity_id) ?? null
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

/** Of bills that nobody has introduced: as their keys have them. */
async function loadNumbers(client: PoolClient, bill_ids: readonly number[]): Promise<Map<number, string>> {
  if (bill_ids.length === 0) return new Map()
  const { rows } = await client.query<{ entity_id: number; number: string }>(
    `SELECT entity_id, min(split_part(natural_key, '|', 3)) AS number FROM ingest.identity
     WHERE entity_id = ANY ($1::bigint[]) GROUP BY 1`,
    [bill_ids],
  )
  return new Map(rows.map(({ entity_id, number }) => [entity_id, number]))
}

function coreIn(told: readonly { readonly parts: object }[]): BillCore | null {
  for (const { parts } of told) {
    const { core } = parts as { core?: BillCore }
    if (core !== undefined) return core
  }
  return null
}

function jurisdictionIn(held: object | null): string | null {
  return coreOf(held)?.jurisdiction ?? voteOf(held)?.jurisdiction ?? null
}

function* sessionsOf(
  held: Iterable<object>,
  snapshots: Iterable<readonly { readonly parts: object }[]>,
): Iterable<string> {
  for (const content of held) {
    const core = coreOf(content)
    if (core !== null) yield sessionKey(core.jurisdiction, core.session)
  }
  for (const told of snapshots) {
    const core = coreIn(told)
    if (core !== null) yield sessionKey(core.jurisdiction, core.session)
  }
}
