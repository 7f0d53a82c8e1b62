import { isDeepStrictEqual } from 'node:util'
import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { type Emitter, type Reemitted, reemit } from '../emit/reemit.ts'
import { type Identity, lockEntities } from '../state/identities.ts'
import { applyMerge, losersOf, type Merge, revertMerge } from '../state/merges.ts'
import { resetMatches } from '../state/printed-names.ts'
import { lockSessions } from '../state/session-state.ts'
import { moveVotesBack, moveVotesTo } from './move-votes.ts'

/** Kinds that can be merged: the log has an event for it. */
const MERGEABLE: readonly EntityType[] = [
  'bill',
  'vote',
  'regulation',
  'session',
  'person',
  'committee',
  'organization',
  'advocacy_organization',
]

type Entity = Identity & { readonly entity_type: EntityType }

/**
 * For merges that a source states in every run. If an operator has split the two entities, the operator's decision
 * wins.
 */
export async function mergeClaimed(client: PoolClient, emitter: Emitter, merge: Merge): Promise<boolean> {
  if (await areKeptSeparate(client, merge.loser_id, merge.winner_id)) return false
  return mergeEntities(client, emitter, { ...merge, first: 'winner' })
}

/**
 * Gives false if they are one already. Throws `not_found`, and `usage` if their kinds differ. Runs in the caller's
 * transaction.
 */
export async function mergeEntities(client: PoolClient, emitter: Emitter, merge: Merge): Promise<boolean> {
  const loserId = await findMergeWinner(client, merge.loser_id)
  const winnerId = await findMergeWinner(client, merge.winner_id)
  if (loserId === winnerId) return false
  await lockJurisdictions(client, [loserId, winnerId])
  const [loser, winner] = await loadEntities(client, [loserId, winnerId])
  if (loser!.entity_type !== winner!.entity_type)
    throw new LegislogError('usage', `a ${loser!.entity_type} cannot become a ${winner!.entity_type}`)
  if (!MERGEABLE.includes(loser!.entity_type))
    throw new LegislogError('usage', `a ${loser!.entity_type} cannot become another`)
  const earlier = await lockParts(client, { loser_id: loserId, winner_id: winnerId, leads_to: loserId })
  if (earlier === null) return mergeEntities(client, emitter, merge)
  // Under the bill's lock, which every transaction that emits a new roll call of the bill takes.
  const moved = loser!.entity_type === 'bill' ? await moveVotesTo(client, loser!, winner!) : []
  await client.query(`DELETE FROM ingest.kept_separate ${KEPT_SEPARATE}`, [
    [loserId, ...earlier],
    [winnerId, ...(await losersOf(client, winnerId))],
  ])
  await applyMerge(client, { ...merge, loser_id: loserId, winner_id: winnerId })
  const into = winner!
  const gone: Reemitted[] = [loserId, ...earlier].map((entityId) => ({ entity_id: entityId, into }))
  await reemit(client, emitter, [{ entity_id: winnerId }], 'snapshots')
  // Emit while their bill is stored, because the events name their bill.
  await reemit(client, emitter, moved, 'snapshots')
  await reemit(client, emitter, gone, 'snapshots')
  if (winner!.entity_type === 'person') await rematchNames(client, winnerId)
  return true
}

/** Returns what a merge gave to the winner. Throws `not_found` if the entity was not merged. */
export async function splitEntity(client: PoolClient, emitter: Emitter, loserId: number): Promise<void> {
  const winnerId = await findMergeWinner(client, loserId)
  if (winnerId === loserId)
    throw new LegislogError('not_found', `entity ${loserId} was not merged into another`)
  await lockJurisdictions(client, [loserId, winnerId])
  const [loser, winner] = await loadEntities(client, [loserId, winnerId])
  const earlier = await lockParts(client, { loser_id: loserId, winner_id: winnerId, leads_to: winnerId })
  if (earlier === null) return splitEntity(client, emitter, loserId)
  const moved = loser!.entity_type === 'bill' ? await moveVotesBack(client, loser!) : []
  const parts = [loserId, ...earlier]
  await revertMerge(client, { loser_id: loserId, winner_id: winnerId, parts })
  await client.query(
    `INSERT INTO ingest.kept_separate (loser_id, winner_id)
     SELECT l, w FROM unnest($1::bigint[]) AS l, unnest($2::bigint[]) AS w ON CONFLICT DO NOTHING`,
    [parts, [winnerId, ...(await losersOf(client, winnerId))]],
  )
  const into = loser!
  const gone: Reemitted[] = earlier.map((entityId) => ({ entity_id: entityId, into }))
  await reemit(client, emitter, [{ entity_id: winnerId }, { entity_id: loserId }], 'snapshots')
  await reemit(client, emitter, gone, 'snapshots')
  await reemit(client, emitter, moved, 'snapshots')
  if (winner!.entity_type === 'person') await rematchNames(client, winnerId, loserId)
}

/** Matches all entities that were merged into $1 and $2. */
const KEPT_SEPARATE = `WHERE (loser_id = ANY ($1::bigint[]) AND winner_id = ANY ($2::bigint[]))
  OR (loser_id = ANY ($2::bigint[]) AND winner_id = ANY ($1::bigint[]))`

async function areKeptSeparate(client: PoolClient, oneId: number, otherId: number): Promise<boolean> {
  const sets: number[][] = []
  for (const id of [oneId, otherId]) {
    const finalId = await findMergeWinner(client, id)
    sets.push([finalId, ...(await losersOf(client, finalId))])
  }
  const { rowCount } = await client.query(`SELECT FROM ingest.kept_separate ${KEPT_SEPARATE}`, sets)
  return (rowCount ?? 0) > 0
}

/**
 * Locks all entities that became the loser, which leads to this winner now. Gives null, before anything is done, if
 * another transaction merged or split them first.
 */
async function lockParts(
  client: PoolClient,
  { loser_id, winner_id, leads_to }: Pick<Merge, 'loser_id' | 'winner_id'> & { readonly leads_to: number },
): Promise<readonly number[] | null> {
  const earlier = await losersOf(client, loser_id)
  await lockEntities(client, [loser_id, winner_id, ...earlier])
  const stands =
    (await findMergeWinner(client, loser_id)) === leads_to &&
    (await findMergeWinner(client, winner_id)) === winner_id &&
    isDeepStrictEqual(await losersOf(client, loser_id), earlier)
  return stands ? earlier : null
}

/** Gives the entity that an entity has become, through all merges. */
async function findMergeWinner(client: PoolClient, entityId: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `WITH RECURSIVE way AS (
       SELECT $1::bigint AS id, 0 AS step
       UNION ALL
       SELECT m.winner_id, way.step + 1 FROM way JOIN ingest.merged m ON m.loser_id = way.id
     )
     SELECT id FROM way ORDER BY step DESC LIMIT 1`,
    [entityId],
  )
  return rows[0]!.id
}

async function loadEntities(client: PoolClient, ids: readonly number[]): Promise<Entity[]> {
  const { rows } = await client.query<Entity>(
    `SELECT e.id AS entity_id, e.ocd_id, e.kafka_key, e.entity_type
     FROM unnest($1::bigint[]) WITH ORDINALITY AS w (id, place) JOIN ingest.entity e ON e.id = w.id ORDER BY w.place`,
    [ids],
  )
  if (rows.length < ids.length)
    throw new LegislogError('not_found', `no entity has one of the ids ${ids.join(', ')}`)
  return rows
}

async function jurisdictionsOf(client: PoolClient, ids: readonly number[]): Promise<string[]> {
  const { rows } = await client.query<{ jurisdiction: string }>(
    'SELECT DISTINCT jurisdiction FROM ingest.snapshot WHERE entity_id = ANY ($1::bigint[])',
    [ids],
  )
  return rows.map(({ jurisdiction }) => jurisdiction)
}

async function lockJurisdictions(client: PoolClient, ids: readonly number[]): Promise<void> {
  await lockSessions(client, { shared: await jurisdictionsOf(client, ids), alone: [] })
}

async function rematchNames(client: PoolClient, ...ids: readonly number[]): Promise<void> {
  await resetMatches(client, await jurisdictionsOf(client, ids))
}
