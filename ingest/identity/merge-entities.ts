import { isDeepStrictEqual } from 'node:util'
import type { PoolClient } from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import type { EntityType } from '../../schemas/vocabulary.ts'
import { forgetMatches } from '../names/printed-names.ts'
import { type Retold, retell, type Teller } from '../observe/retell.ts'
import { lockSessions } from '../sessions/session-state.ts'
import { giveToWinner, losersOf, type Merge, takeBack } from './belongings.ts'
import { type Identity, lockEntities } from './identity.ts'
import { moveVotesBack, moveVotesTo } from './move-votes.ts'

/** Kinds that can go: the log has an event for it. */
const MERGEABLE: readonly EntityType[] = [
  'bill',
  'vote',
  'regulation',
  'session',
  'person',
  'committee',
  'organization',
]

type Entity = Identity & { readonly entity_type: EntityType }

/**
 * As a source says it, of its own accord and in every run: not where an operator has split the two, whose word goes
 * before a source's.
 */
export async function mergeClaimed(client: PoolClient, teller: Teller, merge: Merge): Promise<boolean> {
  if (await areKeptApart(client, merge.loser_id, merge.winner_id)) return false
  return mergeEntities(client, teller, { ...merge, first: 'winner' })
}

/** false: they are one already. Throws `not_found`, `usage` where they are of two kinds. In the caller's transaction. */
export async function mergeEntities(client: PoolClient, teller: Teller, merge: Merge): Promise<boolean> {
  const loser_id = await finalOf(client, merge.loser_id)
  const winner_id = await finalOf(client, merge.winner_id)
  if (loser_id === winner_id) return false
  await lockPlaces(client, [loser_id, winner_id])
  const [loser, winner] = await loadEntities(client, [loser_id, winner_id])
  if (loser!.entity_type !== winner!.entity_type)
    throw new LegislogError('usage', `a ${loser!.entity_type} cannot become a ${winner!.entity_type}`)
  if (!MERGEABLE.includes(loser!.entity_type))
    throw new LegislogError('usage', `a ${loser!.entity_type} cannot become another`)
  const earlier = await lockParts(client, { loser_id, winner_id, leads_to: loser_id })
  if (earlier === null) return mergeEntities(client, teller, merge)
  // Under the bill's lock, which whoever tells a new roll call of it takes.
  const moved = loser!.entity_type === 'bill' ? await moveVotesTo(client, loser!, winner!) : []
  await client.query(`DELETE FROM ingest.kept_apart ${APART}`, [
    [loser_id, ...earlier],
    [winner_id, ...(await losersOf(client, winner_id))],
  ])
  await giveToWinner(client, { ...merge, loser_id, winner_id })
  const into = winner!
  const gone: Retold[] = [loser_id, ...earlier].map((entity_id) => ({ entity_id, into }))
  await retell(client, teller, [{ entity_id: winner_id }], 'snapshots')
  // While their bill is held: what is told of them says of which it was.
  await retell(client, teller, moved, 'snapshots')
  await retell(client, teller, gone, 'snapshots')
  if (winner!.entity_type === 'person') await forgetNames(client, winner_id)
  return true
}

/** Gives back what a merge gave to the winner. Throws `not_found` where the entity was not merged. */
export async function splitEntity(client: PoolClient, teller: Teller, loser_id: number): Promise<void> {
  const winner_id = await finalOf(client, loser_id)
  if (winner_id === loser_id)
    throw new LegislogError('not_found', `entity ${loser_id} was not merged into another`)
  await lockPlaces(client, [loser_id, winner_id])
  const [loser, winner] = await loadEntities(client, [loser_id, winner_id])
  const earlier = await lockParts(client, { loser_id, winner_id, leads_to: winner_id })
  if (earlier === null) return splitEntity(client, teller, loser_id)
  const moved = loser!.entity_type === 'bill' ? await moveVotesBack(client, loser!) : []
  const parts = [loser_id, ...earlier]
  await takeBack(client, { loser_id, winner_id, parts })
  await client.query(
    `INSERT INTO ingest.kept_apart (loser_id, winner_id)
     SELECT l, w FROM unnest($1::bigint[]) AS l, unnest($2::bigint[]) AS w ON CONFLICT DO NOTHING`,
    [parts, [winner_id, ...(await losersOf(client, winner_id))]],
  )
  const into = loser!
  const gone: Retold[] = earlier.map((entity_id) => ({ entity_id, into }))
  await retell(client, teller, [{ entity_id: winner_id }, { entity_id: loser_id }], 'snapshots')
  await retell(client, teller, gone, 'snapshots')
  await retell(client, teller, moved, 'snapshots')
  if (winner!.entity_type === 'person') await forgetNames(client, winner_id, loser_id)
}

/** Of all that two entities are made of, $1 and $2. */
const APART = `WHERE (loser_id = ANY ($1::bigint[]) AND winner_id = ANY ($2::bigint[]))
  OR (loser_id = ANY ($2::bigint[]) AND winner_id = ANY ($1::bigint[]))`

async function areKeptApart(client: PoolClient, one_id: number, other_id: number): Promise<boolean> {
  const sets: number[][] = []
  for (const id of [one_id, other_id]) {
    const final_id = await finalOf(client, id)
    sets.push([final_id, ...(await losersOf(client, final_id))])
  }
  const { rowCount } = await client.query(`SELECT FROM ingest.kept_apart ${APART}`, sets)
  return (rowCount ?? 0) > 0
}

/**
 * Gives all that became the loser before, which leads to this one now. null: somebody else has merged or split them
 * before they could be locked; nothing was done yet.
 */
async function lockParts(
  client: PoolClient,
  { loser_id, winner_id, leads_to }: Pick<Merge, 'loser_id' | 'winner_id'> & { readonly leads_to: number },
): Promise<readonly number[] | null> {
  const earlier = await losersOf(client, loser_id)
  await lockEntities(client, [loser_id, winner_id, ...earlier])
  const stands =
    (await finalOf(client, loser_id)) === leads_to &&
    (await finalOf(client, winner_id)) === winner_id &&
    isDeepStrictEqual(await losersOf(client, loser_id), earlier)
  return stands ? earlier : null
}

/** The entity that an entity has become, along all merges. */
async function finalOf(client: PoolClient, entity_id: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `WITH RECURSIVE way AS (
       SELECT $1::bigint AS id, 0 AS step
       UNION ALL
       SELECT m.winner_id, way.step + 1 FROM way JOIN ingest.merged m ON m.loser_id = way.id
     )
     SELECT id FROM way ORDER BY step DESC LIMIT 1`,
    [entity_id],
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

async function placesOf(client: PoolClient, ids: readonly number[]): Promise<string[]> {
  const { rows } = await client.query<{ jurisdiction: string }>(
    'SELECT DISTINCT jurisdiction FROM ingest.snapshot WHERE entity_id = ANY ($1::bigint[])',
    [ids],
  )
  return rows.map(({ jurisdiction }) => jurisdiction)
}

async function lockPlaces(client: PoolClient, ids: readonly number[]): Promise<void> {
  await lockSessions(client, { shared: await placesOf(client, ids), alone: [] })
}

async function forgetNames(client: PoolClient, ...ids: readonly number[]): Promise<void> {
  await forgetMatches(client, await placesOf(client, ids))
}
