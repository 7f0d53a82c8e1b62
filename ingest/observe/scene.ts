import type { PoolClient } from 'pg'
import type { BillCore } from '../../schemas/event/bill.ts'
import {
  findByOcdId,
  findIdentities,
  type Identity,
  identityOf,
  lockEntities,
  type Minted,
  mintIdentities,
  type Named,
  type Wanted,
} from '../identity/identity.ts'
import { sessionKey } from '../identity/identity-keys.ts'
import { furtherKeys, type Placed } from '../identity/placement.ts'
import type { ObservedType } from '../observation.ts'
import { findNewRollCalls, isUnknown } from '../roll-calls/join-roll-calls.ts'
import { findSessions, lockSessions, type SessionState } from '../sessions/session-state.ts'
import { loadBillCores } from './bill-context.ts'
import { coreOf } from './held.ts'
import { type HeldSnapshot, loadHeld, loadSnapshots } from './snapshots.ts'

/** Signal, never seen outside of ingest: place the records again and take the batch once more. */
export class PlacementOutdated extends Error {
  constructor(keys: readonly string[]) {
    super(`minted, merged or split meanwhile: ${keys.slice(0, 3).join(', ')}`)
    this.name = 'PlacementOutdated'
  }
}

/** Two of one batch turn out to be of one entity: they are taken one after the other. */
export class EntityTwice extends Error {
  constructor() {
    super('an entity comes twice in one batch')
    this.name = 'EntityTwice'
  }
}

/** All that is known of the entities of a batch, read under their locks. */
export type Scene = {
  readonly identityOf: (placed: Placed) => Identity
  /** Of the bill that a vote is told with. */
  readonly billOf: (placed: Placed) => Identity | null
  /** The bill that its source says a vote is about. */
  readonly toldBillOf: (placed: Placed) => Identity | null
  /** Events told so far, by entity. */
  readonly sequences: ReadonlyMap<number, number>
  readonly snapshots: ReadonlyMap<number, readonly HeldSnapshot[]>
  readonly held: ReadonlyMap<number, object>
  /** The sessions that a source has listed, by their natural keys. Grows with the batch. */
  readonly sessions: Map<string, SessionState>
  /** What votes say of their bills. Grows with the batch. */
  readonly bill_cores: Map<number, Pick<BillCore, 'identifier' | 'subjects'>>
}

/**
 * Throws PlacementOutdated where somebody else has minted meanwhile what was found to be unknown, or merged or split what
 * was known; EntityTwice.
 */
export async function loadScene(
  client: PoolClient,
  source: string,
  placed: readonly Placed[],
): Promise<Scene> {
  await lockSessions(client, {
    shared: jurisdictionsOf(placed, 'bill'),
    alone: jurisdictionsOf(placed, 'session'),
  })
  const identities = await identify(client, placed)
  const identityOfPlaced = ({ observation, natural_key }: Placed) =>
    identities.get(identityOf(observation.entity, natural_key))!
  const entity_ids = placed.map((one) => identityOfPlaced(one).entity_id)
  if (new Set(entity_ids).size < entity_ids.length) throw new EntityTwice()
  const sequences = await lockEntities(client, [...entity_ids, ...billsOfUnknown(placed, identities)])
  await refuseMoved(client, placed, identities)
  const joinable = await findNewRollCalls(client, source, placed)
  if (joinable.length > 0) throw new PlacementOutdated(joinable.map(({ natural_key }) => natural_key))
  const snapshots = await loadSnapshots(client, entity_ids)
  const held = await loadHeld(client, entity_ids)
  const sessions = placed.map((one) => sessionOf(one, held.get(identityOfPlaced(one).entity_id) ?? null))
  const toldBillOf = ({ observation: { bill } }: Placed) =>
    bill === null ? null : identities.get(identityOf('bill', bill.key))!
  const billOf = await findBills(client, placed, identityOfPlaced, toldBillOf)
  const bill_ids = placed.flatMap((one) => billOf(one)?.entity_id ?? [])
  return {
    identityOf: identityOfPlaced,
    billOf,
    toldBillOf,
    sequences,
    snapshots,
    held,
    sessions: await findSessions(
      client,
      sessions.filter((key) => key !== null),
    ),
    bill_cores: await loadBillCores(client, bill_ids),
  }
}

/** New roll calls of one bill are told one after the other, so that the later one finds the earlier one. */
function billsOfUnknown(placed: readonly Placed[], identities: ReadonlyMap<string, Identity>): number[] {
  return placed
    .filter(isUnknown)
    .map(({ observation: { bill } }) => identities.get(identityOf('bill', bill!.key))!.entity_id)
}

function jurisdictionsOf(placed: readonly Placed[], entity: ObservedType): string[] {
  return placed.flatMap(({ observation }) =>
    observation.entity === entity ? [observation.jurisdiction] : [],
  )
}

/** A bill that is only known by a vote is minted too: its id must not depend on who comes first. */
async function identify(client: PoolClient, placed: readonly Placed[]): Promise<Map<string, Named>> {
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
  const minted = await mintIdentities(client, [...bills, ...others.map((one) => wantedOf(one, null))])
  refuseOutdated(others, minted)
  const { identities } = minted
  const wanted_votes = votes.map((vote) => {
    const { bill } = vote.observation
    const kafka_key = bill === null ? null : identities.get(identityOf('bill', bill.key))!.ocd_id
    return wantedOf(vote, kafka_key)
  })
  const minted_votes = await mintIdentities(client, wanted_votes)
  refuseOutdated(votes, minted_votes)
  for (const [key, identity] of minted_votes.identities) identities.set(key, identity)
  return identities
}

function refuseOutdated(placed: readonly Placed[], { identities, found, lost }: Minted): void {
  const outdated = placed.filter(({ observation: { entity }, natural_key, known, group, free_keys }) => {
    if (free_keys.some((key) => lost.has(identityOf(entity, key.natural_key)))) return true
    // Which of its source's records it is depends on whom the key names, and on whom it named before a merge.
    const named = identities.get(identityOf(entity, natural_key))!
    if (named.merged_from !== (known?.merged_from ?? null)) return true
    if (known !== null && named.entity_id !== known.entity_id) return true
    // Which of several has the base key depends on what is known of all of them.
    return group.length > 1 && known === null && found.has(identityOf(entity, natural_key))
  })
  if (outdated.length > 0) throw new PlacementOutdated(outdated.map(({ natural_key }) => natural_key))
}

/** Under the locks, which whoever merges or splits has to take too: from here on nothing moves. */
async function refuseMoved(
  client: PoolClient,
  placed: readonly Placed[],
  identities: ReadonlyMap<string, Named>,
): Promise<void> {
  const own = placed.map(({ observation: { entity }, natural_key }) => ({ entity, natural_key }))
  const bills = placed
    .filter(isUnknown)
    .map(({ observation: { bill } }) => ({ entity: 'bill', natural_key: bill!.key }) as const)
  const now = await findIdentities(client, [...own, ...bills])
  const moved = [...now].filter(([key, { entity_id, merged_from }]) => {
    const before = identities.get(key)!
    return before.entity_id !== entity_id || before.merged_from !== merged_from
  })
  if (moved.length > 0) throw new PlacementOutdated(moved.map(([key]) => key))
}

function isVote({ observation }: Placed): boolean {
  return observation.entity === 'vote'
}

function wantedOf(placed: Placed, kafka_key: string | null): Wanted {
  const { observation, natural_key, free_keys } = placed
  const { entity, key, ocd_id } = observation
  const [shared] = isVote(placed) && natural_key === key ? furtherKeys(observation) : []
  return {
    entity,
    natural_key,
    base_key: placed.known?.base_key ?? key,
    // The public id of an upstream stands for one entity: a variant of it gets one of ours.
    ocd_id: natural_key === key ? ocd_id : null,
    kafka_key,
    // A roll call has one id whichever of its sources comes first, where both print its number.
    ...(shared !== undefined && { minting_key: shared }),
    free_keys,
  }
}

/** A vote is told with the bill under whose key its events stand, whatever another source says it is about. */
async function findBills(
  client: PoolClient,
  placed: readonly Placed[],
  identityOfPlaced: Scene['identityOf'],
  told: Scene['toldBillOf'],
): Promise<Scene['billOf']> {
  const keys = placed.filter(isVote).flatMap((one) => {
    const { kafka_key, ocd_id } = identityOfPlaced(one)
    return kafka_key === (told(one)?.ocd_id ?? ocd_id) || kafka_key === ocd_id ? [] : [kafka_key]
  })
  const others = await findByOcdId(client, [...new Set(keys)])
  return (one) => {
    const bill = told(one)
    if (!isVote(one)) return bill
    const { kafka_key } = identityOfPlaced(one)
    return bill?.ocd_id === kafka_key ? bill : (others.get(kafka_key) ?? null)
  }
}

/** The natural key of the session of a bill, or of a session. */
export function sessionOf({ observation }: Placed, held: object | null): string | null {
  if (observation.entity === 'session') return observation.key
  if (observation.entity !== 'bill') return null
  const core = observation.parts.core ?? coreOf(held)
  return core === null ? null : sessionKey(core.jurisdiction, core.session)
}
