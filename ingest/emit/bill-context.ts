import type { PoolClient } from 'pg'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import type { RollCall } from '../../schemas/event-bodies/vote.ts'
import type { EventBodyOf } from '../../schemas/log/event-schemas.ts'
import type { Observation } from '../source-interface/observation.ts'
import type { Identity } from '../state/identities.ts'

/** The facts about its bill in every bill.* and vote.* event, so that the dispatcher needs only the event. */
export type BillContext = EventBodyOf<'vote.recorded'>['bill']

export function contextOfBill(bill: Identity, core: BillCore): BillContext {
  const { identifier, jurisdiction, session, subjects } = core
  return { id: bill.entity_id, ocd_id: bill.ocd_id, identifier, jurisdiction, session, subjects }
}

/** `core` is null while no source has introduced the bill: its subjects are unknown, not empty. */
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

/** For a roll call without a bill. */
export function contextOfNoBill(vote: Pick<RollCall, 'jurisdiction' | 'session'>): BillContext {
  const { jurisdiction, session } = vote
  return { id: null, ocd_id: null, identifier: null, jurisdiction, session, subjects: null }
}

/** Reads identifier and subjects of stored bills without a lock, because they are context and not content. */
export async function loadBillCores(
  client: PoolClient,
  entityIds: readonly number[],
): Promise<Map<number, Pick<BillCore, 'identifier' | 'subjects'>>> {
  if (entityIds.length === 0) return new Map()
  // Extract it once: each `->` reads the whole document.
  const { rows } = await client.query<{ entity_id: number; core: BillCore | null }>(
    `SELECT entity_id, content -> 'core' AS core FROM ingest.stored_entity WHERE entity_id = ANY ($1::bigint[])`,
    [[...new Set(entityIds)]],
  )
  return new Map(rows.flatMap(({ entity_id, core }) => (core === null ? [] : [[entity_id, core]])))
}
