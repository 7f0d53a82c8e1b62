import type { PoolClient } from 'pg'
import type { BillCore } from '../schemas/event/bill.ts'
import { loadBillCores } from './bill-context.ts'
import { type HeldBill, isRemoved } from './held.ts'
import { type Identity, identityOf, lockEntities, mintIdentities, type Wanted } from './identity.ts'
import { sessionKey } from './identity-keys.ts'
import type { Placed } from './placement.ts'
import { type HeldSnapshot, loadHeld, loadSnapshots } from './snapshots.ts'

/** All that is known of the entities of a batch, read under their locks. */
export type Scene = {
  readonly identityOf: (placed: Placed) => Identity
  /** Of the bill that a vote is about. */
  readonly billOf: (placed: Placed) => Identity | null
  /** Events told so far, by entity. */
  readonly sequences: ReadonlyMap<number, number>
  readonly snapshots: ReadonlyMap<number, readonly HeldSnapshot[]>
  readonly held: ReadonlyMap<number, object>
  /** Natural keys of the sessions that a source has listed. Grows with the batch. */
  readonly sessions: Set<string>
  /** What votes say of their bills. Grows with the batch. */
  readonly bill_cores: Map<number, Pick<BillCore, 'identifier' | 'subjects'>>
}

export async function loadScene(client: PoolClient, placed: readonly Placed[]): Promise<Scene> {
  const identities = await identify(client, placed)
  const identityOfPlaced = ({ observation, natural_key }: Placed) =>
    identities.get(identityOf(observation.entity, natural_key))!
  const billOf = ({ observation: { bill } }: Placed) =>
    bill === null ? null : identities.get(identityOf('bill', bill.key))!
  const entity_ids = placed.map((one) => identityOfPlaced(one).entity_id)
  const sequences = await lockEntities(client, entity_ids)
  const snapshots = await loadSnapshots(client, entity_ids)
  const held = await loadHeld(client, entity_ids)
  const sessions = placed.map((one) => sessionOf(one, held.get(identityOfPlaced(one).entity_id) ?? null))
  const bill_ids = placed.flatMap((one) => billOf(one)?.entity_id ?? [])
  return {
    identityOf: identityOfPlaced,
    billOf,
    sequences,
    snapshots,
    held,
    sessions: await findSessions(client, new Set(sessions.filter((key) => key !== null))),
    bill_cores: await loadBillCores(client, bill_ids),
  }
}

/** A bill that is only known by a vote is minted too: its id must not depend on who comes first. */
async function identify(client: PoolClient, placed: readonly Placed[]): Promise<Map<string, Identity>> {
  const bills = placed.flatMap(({ observation: { bill } }) =>
    bill === null
      ? []
      : [
          {
            entity: 'bill',
            natural_key: bill.key,
            base_key: bill.key,
            ocd_id: null,
            kafka_key: null,
          } as const,
        ],
  )
  const [votes, others] = [placed.filter(isVote), placed.filter((one) => !isVote(one))]
  const identities = await mintIdentities(client, [...bills, ...others.map((one) => wantedOf(one, null))])
  const wanted_votes = votes.map((vote) => {
    const { bill } = vote.observation
    const kafka_key = bill === null ? null : identities.get(identityOf('bill', bill.key))!.ocd_id
    return wantedOf(vote, kafka_key)
  })
  for (const [key, identity] of await mintIdentities(client, wanted_votes)) identities.set(key, identity)
  return identities
}

function isVote({ observation }: Placed): boolean {
  return observation.entity === 'vote'
}

function wantedOf({ observation, natural_key }: Placed, kafka_key: string | null): Wanted {
  const { entity, key, ocd_id } = observation
  // The public id of an upstream stands for one entity: a variant of it gets one of ours.
  return { entity, natural_key, base_key: key, ocd_id: natural_key === key ? ocd_id : null, kafka_key }
}

/** The natural key of the session of a bill, or of a session. */
export function sessionOf({ observation }: Placed, held: object | null): string | null {
  if (observation.entity === 'session') return observation.key
  if (observation.entity !== 'bill') return null
  const core = observation.parts.core ?? coreOf(held)
  return core === null ? null : sessionKey(core.jurisdiction, core.session)
}

export function coreOf(held: object | null): BillCore | null {
  return held === null || isRemoved(held) ? null : (held as HeldBill).core
}

async function findSessions(client: PoolClient, keys: ReadonlySet<string>): Promise<Set<string>> {
  if (keys.size === 0) return new Set()
  const { rows } = await client.query<{ natural_key: string }>(
    `SELECT i.natural_key FROM ingest.identity i JOIN ingest.held h USING (entity_id)
     WHERE i.entity_type = 'session' AND i.natural_key = ANY ($1::text[])`,
    [[...keys]],
  )
  return new Set(rows.map(({ natural_key }) => natural_key))
}
