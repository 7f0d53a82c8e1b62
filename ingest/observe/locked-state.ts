import type { PoolClient } from 'pg'
import type { BillCore } from '../../schemas/event-bodies/bill.ts'
import { loadBillCores } from '../emit/bill-context.ts'
import { sessionKey } from '../identity/identity-keys.ts'
import { findNewRollCalls, isNewRollCall } from '../resolve/join-roll-calls.ts'
import { additionalKeys, type Resolved } from '../resolve/resolve-group.ts'
import type { ObservedType } from '../source-interface/observation.ts'
import {
  findByOcdId,
  findIdentities,
  type Identity,
  identityKey,
  type KeyedIdentity,
  lockEntities,
  type MintResult,
  mintIdentities,
  type WantedIdentity,
} from '../state/identities.ts'
import { findSessions, lockSessions, type SessionState } from '../state/session-state.ts'
import { loadSnapshots, type SourceSnapshot } from '../state/snapshots.ts'
import { coreOf, loadStored } from '../state/stored-entities.ts'

/** An internal signal: resolve the records again and repeat the batch. */
export class ResolutionOutdated extends Error {
  constructor(keys: readonly string[]) {
    super(`minted, merged or split meanwhile: ${keys.slice(0, 3).join(', ')}`)
    this.name = 'ResolutionOutdated'
  }
}

/** Two arrivals of one batch belong to one entity: they are processed one after the other. */
export class DuplicateEntity extends Error {
  constructor() {
    super('an entity comes twice in one batch')
    this.name = 'DuplicateEntity'
  }
}

/** The stored state of the entities of a batch, read under their locks. */
export type LockedState = {
  readonly identityOf: (resolved: Resolved) => Identity
  /** The bill under which a vote is emitted. */
  readonly billOf: (resolved: Resolved) => Identity | null
  /** The bill of the vote according to its source. */
  readonly reportedBillOf: (resolved: Resolved) => Identity | null
  /** Number of events so far, by entity. */
  readonly sequences: ReadonlyMap<number, number>
  readonly snapshots: ReadonlyMap<number, readonly SourceSnapshot[]>
  readonly stored: ReadonlyMap<number, object>
  /** The sessions that a source has listed, by their natural keys. The batch adds its own. */
  readonly sessions: Map<string, SessionState>
  /** Context about bills for their votes. The batch adds its own. */
  readonly bill_cores: Map<number, Pick<BillCore, 'identifier' | 'subjects'>>
}

/**
 * Throws ResolutionOutdated if another transaction has minted, merged or split one of the entities meanwhile, and
 * DuplicateEntity.
 */
export async function loadLockedState(
  client: PoolClient,
  source: string,
  resolved: readonly Resolved[],
): Promise<LockedState> {
  await lockSessions(client, {
    shared: jurisdictionsOf(resolved, 'bill'),
    alone: jurisdictionsOf(resolved, 'session'),
  })
  const identities = await identify(client, resolved)
  const identityOfResolved = ({ observation, natural_key }: Resolved) =>
    identities.get(identityKey(observation.entity, natural_key))!
  const entityIds = resolved.map((one) => identityOfResolved(one).entity_id)
  if (new Set(entityIds).size < entityIds.length) throw new DuplicateEntity()
  const sequences = await lockEntities(client, [...entityIds, ...billsOfNewRollCalls(resolved, identities)])
  await refuseMoved(client, resolved, identities)
  const joinable = await findNewRollCalls(client, source, resolved)
  if (joinable.length > 0) throw new ResolutionOutdated(joinable.map(({ natural_key }) => natural_key))
  const snapshots = await loadSnapshots(client, entityIds)
  const stored = await loadStored(client, entityIds)
  const sessions = resolved.map((one) =>
    sessionOf(one, stored.get(identityOfResolved(one).entity_id) ?? null),
  )
  const reportedBillOf = ({ observation: { bill } }: Resolved) =>
    bill === null ? null : identities.get(identityKey('bill', bill.key))!
  const billOf = await findBills(client, resolved, identityOfResolved, reportedBillOf)
  const billIds = resolved.flatMap((one) => billOf(one)?.entity_id ?? [])
  return {
    identityOf: identityOfResolved,
    billOf,
    reportedBillOf,
    sequences,
    snapshots,
    stored,
    sessions: await findSessions(
      client,
      sessions.filter((key) => key !== null),
    ),
    bill_cores: await loadBillCores(client, billIds),
  }
}

/** New roll calls of one bill are emitted one after another, so that the later one finds the earlier one. */
function billsOfNewRollCalls(
  resolved: readonly Resolved[],
  identities: ReadonlyMap<string, Identity>,
): number[] {
  return resolved
    .filter(isNewRollCall)
    .map(({ observation: { bill } }) => identities.get(identityKey('bill', bill!.key))!.entity_id)
}

function jurisdictionsOf(resolved: readonly Resolved[], entity: ObservedType): string[] {
  return resolved.flatMap(({ observation }) =>
    observation.entity === entity ? [observation.jurisdiction] : [],
  )
}

/** A bill that only a vote names is minted too: its id must not depend on the order of arrival. */
async function identify(
  client: PoolClient,
  resolved: readonly Resolved[],
): Promise<Map<string, KeyedIdentity>> {
  const bills = resolved.flatMap(({ observation: { bill } }) =>
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
  const [votes, others] = [resolved.filter(isVote), resolved.filter((one) => !isVote(one))]
  const minted = await mintIdentities(client, [...bills, ...others.map((one) => wantedOf(one, null))])
  refuseOutdated(others, minted)
  const { identities } = minted
  const wantedVotes = votes.map((vote) => {
    const { bill } = vote.observation
    const kafkaKey = bill === null ? null : identities.get(identityKey('bill', bill.key))!.ocd_id
    return wantedOf(vote, kafkaKey)
  })
  const mintedVotes = await mintIdentities(client, wantedVotes)
  refuseOutdated(votes, mintedVotes)
  for (const [key, identity] of mintedVotes.identities) identities.set(key, identity)
  return identities
}

function refuseOutdated(resolved: readonly Resolved[], { identities, found, lost }: MintResult): void {
  const outdated = resolved.filter(({ observation: { entity }, natural_key, known, group, free_keys }) => {
    if (free_keys.some((key) => lost.has(identityKey(entity, key.natural_key)))) return true
    // The record key depends on the entity that the key names now, and named before a merge.
    const named = identities.get(identityKey(entity, natural_key))!
    if (named.merged_from !== (known?.merged_from ?? null)) return true
    if (known !== null && named.entity_id !== known.entity_id) return true
    // The choice of the entity with the base key depends on everything that is stored about all of them.
    return group.length > 1 && known === null && found.has(identityKey(entity, natural_key))
  })
  if (outdated.length > 0) throw new ResolutionOutdated(outdated.map(({ natural_key }) => natural_key))
}

/** Merges and splits take these locks too: from here on nothing moves. */
async function refuseMoved(
  client: PoolClient,
  resolved: readonly Resolved[],
  identities: ReadonlyMap<string, KeyedIdentity>,
): Promise<void> {
  const own = resolved.map(({ observation: { entity }, natural_key }) => ({ entity, natural_key }))
  const bills = resolved
    .filter(isNewRollCall)
    .map(({ observation: { bill } }) => ({ entity: 'bill', natural_key: bill!.key }) as const)
  const now = await findIdentities(client, [...own, ...bills])
  const moved = [...now].filter(([key, { entity_id, merged_from }]) => {
    const before = identities.get(key)!
    return before.entity_id !== entity_id || before.merged_from !== merged_from
  })
  if (moved.length > 0) throw new ResolutionOutdated(moved.map(([key]) => key))
}

function isVote({ observation }: Resolved): boolean {
  return observation.entity === 'vote'
}

function wantedOf(resolved: Resolved, kafkaKey: string | null): WantedIdentity {
  const { observation, natural_key, free_keys } = resolved
  const { entity, key, ocd_id } = observation
  const [shared] = isVote(resolved) && natural_key === key ? additionalKeys(observation) : []
  return {
    entity,
    natural_key,
    base_key: resolved.known?.base_key ?? key,
    // The upstream public id belongs to one entity: a variant of it gets an id of ours.
    ocd_id: natural_key === key ? ocd_id : null,
    kafka_key: kafkaKey,
    // A roll call has the same id whichever source comes first, if both print its number.
    ...(shared !== undefined && { minting_key: shared }),
    free_keys,
  }
}

/** A vote is emitted under the bill whose key its events have, even if another source names another bill. */
async function findBills(
  client: PoolClient,
  resolved: readonly Resolved[],
  identityOfResolved: LockedState['identityOf'],
  reported: LockedState['reportedBillOf'],
): Promise<LockedState['billOf']> {
  const keys = resolved.filter(isVote).flatMap((one) => {
    const { kafka_key, ocd_id } = identityOfResolved(one)
    return kafka_key === (reported(one)?.ocd_id ?? ocd_id) || kafka_key === ocd_id ? [] : [kafka_key]
  })
  const others = await findByOcdId(client, [...new Set(keys)])
  return (one) => {
    const bill = reported(one)
    if (!isVote(one)) return bill
    const { kafka_key } = identityOfResolved(one)
    return bill?.ocd_id === kafka_key ? bill : (others.get(kafka_key) ?? null)
  }
}

/** Gives the natural key of a bill's session, or of the session itself. */
export function sessionOf({ observation }: Resolved, stored: object | null): string | null {
  if (observation.entity === 'session') return observation.key
  if (observation.entity !== 'bill') return null
  const core = observation.parts.core ?? coreOf(stored)
  return core === null ? null : sessionKey(core.jurisdiction, core.session)
}
