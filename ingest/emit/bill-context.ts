import type { PoolClient } from 'pg'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import type { RollCall } from '../../schemas/event-bodies/vote.ts'
import type { EventBodyOf } from '../../schemas/log/event-catalog.ts'
import type { Observation } from '../source-interface/observation.ts'
import type { Identity } from '../state/identities.ts'

/** What every bill.* and vote.* event says of its bill, so that the dispatcher needs nothing but the event. */
export type BillContext = EventBodyOf<'vote.recorded'>['bill']

export function contextOfBill(bill: Identity, core: BillCore): BillContext {
  const { identifier, jurisdiction, session, subjects } = core
  return { id: bill.entity_id, ocd_id: bill.ocd_id, identifier, jurisdiction, session, subjects }
}

/** `core` is null while nobody has introduced the bill: its subjects are unknown, not none. */
export function contextOfVote(
  about: NonNullable<Observation['bill']>,
  bill: Identity,
  core: Pick<BillCore, 'identifier' | 'subjects'> | null,
): BillContext {
  return {
    id: bill.entity_id,
    ocd_id: bill.ocd_id,
    identifier: core?.identifier ?? about.identifier,
    jurisdiction: about.jurisdiction,
    session: about.session,
    subjects: core?.subjects ?? null,
  }
}

/** A roll call about no bill. */
export function contextOfNoBill(vote: Pick<RollCall, 'jurisdiction' | 'session'>): BillContext {
  const { jurisdiction, session } = vote
  return { id: null, ocd_id: null, identifier: null, jurisdiction, session, subjects: null }
}

/** Identifier and subjects of bills as they are held, without a lock: they are context, not content. */
export async function loadBillCores(
  client: PoolClient,
  entityIds: readonly number[],
): Promise<Map<number, Pick<BillCore, 'identifier' | 'subjects'>>> {
  if (entityIds.length === 0) return new Map()
  // Taken out once: each `->` reads the whole document.
  const { rows } = await client.query<{ entity_id: number; core: BillCore | null }>(
    `SELECT entity_id, content -> 'core' AS core FROM ingest.stored_entity WHERE entity_id = ANY ($1::bigint[])`,
    [[...new Set(entityIds)]],
  )
  return new Map(rows.flatMap(({ entity_id, core }) => (core === null ? [] : [[entity_id, core]])))
}
