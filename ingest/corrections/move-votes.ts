import type { PoolClient } from 'pg'
import type { Reemitted } from '../emit/reemit.ts'
import { mintOcdId } from '../identity/identity-keys.ts'
import { type Identity, lockEntities } from '../state/identities.ts'
import { losersOf, revertMerge } from '../state/merges.ts'

/**
 * Events of a vote have its bill's key. If a bill is merged into another, its roll calls are emitted again under the
 * winner with new ids. The old ones end with the reason. Keys and records move with them.
 */
export async function moveVotesTo(client: PoolClient, from: Identity, to: Identity): Promise<Reemitted[]> {
  const { rows: votes } = await client.query<Vote>(
    `SELECT v.id AS entity_id, v.ocd_id FROM ingest.entity v
     WHERE v.entity_type = 'vote' AND v.kafka_key = $1
       AND EXISTS (SELECT FROM ingest.snapshot s WHERE s.entity_id = v.id) ORDER BY v.ocd_id`,
    [from.ocd_id],
  )
  return reassignVotes(client, votes, to, `its bill became ${to.ocd_id}`)
}

type Vote = Pick<Identity, 'entity_id' | 'ocd_id'>

/** Roll calls of another bill are emitted under this bill from now on. */
export async function reassignVotes(
  client: PoolClient,
  votes: readonly Vote[],
  bill: Identity,
  why: string,
): Promise<Reemitted[]> {
  if (votes.length === 0) return []
  const moved = votes.map((vote) => ({
    ...vote,
    new_ocd_id: movedId(vote.ocd_id, bill.ocd_id),
  }))
  const params = [moved.map(({ entity_id }) => entity_id), moved.map(({ new_ocd_id }) => new_ocd_id)]
  await client.query(
    `INSERT INTO ingest.entity (id, ocd_id, entity_type, kafka_key)
     SELECT nextval('ingest.entity_id'), w.ocd_id, 'vote', $2
     FROM (SELECT ocd_id FROM unnest($1::text[]) AS u (ocd_id) ORDER BY ocd_id OFFSET 0) w
     ON CONFLICT (ocd_id) DO NOTHING`,
    [params[1], bill.ocd_id],
  )
  const { rows } = await client.query<{ from_id: number; to_id: number; to_ocd_id: string }>(
    `SELECT w.id AS from_id, e.id AS to_id, e.ocd_id AS to_ocd_id
     FROM unnest($1::bigint[], $2::text[]) AS w (id, ocd_id)
     JOIN ingest.entity e ON e.ocd_id = w.ocd_id ORDER BY w.id`,
    params,
  )
  await client.query(
    `INSERT INTO ingest.merged (loser_id, winner_id, reason)
     SELECT from_id, to_id, $3 FROM unnest($1::bigint[], $2::bigint[]) AS w (from_id, to_id)`,
    [rows.map(({ from_id }) => from_id), rows.map(({ to_id }) => to_id), why],
  )
  await moveVotes(client, rows)
  return rows.flatMap(({ from_id, to_id, to_ocd_id }) => [
    { entity_id: to_id },
    { entity_id: from_id, reason: `told as ${to_ocd_id}: ${why}` },
  ])
}

/**
 * Finds the roll calls of a merged bill. If one was merged into another roll call there, it is split first, and the
 * other keeps what is its own.
 */
export async function moveVotesBack(client: PoolClient, bill: Identity): Promise<Reemitted[]> {
  const moved = await findMoved(client, bill)
  await lockEntities(
    client,
    moved.flatMap(({ vote_id, merged_id, from_id }) => [
      vote_id,
      from_id,
      ...(merged_id === null ? [] : [merged_id]),
    ]),
  )
  for (const { merged_id, from_id } of moved) {
    if (merged_id === null) continue
    const parts = [merged_id, ...(await losersOf(client, merged_id))]
    await revertMerge(client, { loser_id: merged_id, winner_id: from_id, parts })
  }
  await moveVotes(
    client,
    moved.map(({ vote_id, merged_id, from_id }) => ({ from_id: merged_id ?? from_id, to_id: vote_id })),
  )
  await client.query('DELETE FROM ingest.merged WHERE loser_id = ANY ($1::bigint[])', [
    moved.map(({ vote_id }) => vote_id),
  ])
  const left = new Set(moved.map(({ from_id }) => from_id))
  return [
    ...moved.map(({ vote_id }) => ({ entity_id: vote_id })),
    ...[...left].map((entityId) => ({ entity_id: entityId, reason: `its bill is ${bill.ocd_id} again` })),
  ]
}

type Moved = {
  readonly vote_id: number
  /** The first entity in its chain that was merged into another roll call and not moved with its bill. */
  readonly merged_id: number | null
  /** The entity that has its keys and records now. */
  readonly from_id: number
}

async function findMoved(client: PoolClient, bill: Identity): Promise<Moved[]> {
  const { rows } = await client.query<Step>(
    `WITH RECURSIVE way AS (
       SELECT v.id AS vote_id, v.id AS loser_id, m.winner_id, 1 AS step FROM ingest.entity v
       JOIN ingest.merged m ON m.loser_id = v.id WHERE v.entity_type = 'vote' AND v.kafka_key = $1
       UNION ALL
       SELECT way.vote_id, m.loser_id, m.winner_id, way.step + 1 FROM way
       JOIN ingest.merged m ON m.loser_id = way.winner_id
     )
     SELECT way.vote_id, way.loser_id, l.ocd_id AS loser_ocd_id, way.winner_id, w.ocd_id AS winner_ocd_id,
       w.kafka_key AS bill_ocd_id
     FROM way JOIN ingest.entity l ON l.id = way.loser_id JOIN ingest.entity w ON w.id = way.winner_id
     ORDER BY way.vote_id, way.step`,
    [bill.ocd_id],
  )
  const ways = [...Map.groupBy(rows, ({ vote_id }) => vote_id)]
  // Split an inner merge before the outer one.
  const longestFirst = ways.toSorted(([, a], [, b]) => b.length - a.length)
  return longestFirst.flatMap(([vote_id, steps]) => {
    // It was merged before its bill was: the winner was moved.
    if (!isMove(steps[0]!)) return []
    const merged = steps.find((step) => !isMove(step))
    return [{ vote_id, merged_id: merged?.loser_id ?? null, from_id: steps.at(-1)!.winner_id }]
  })
}

type Step = {
  readonly vote_id: number
  readonly loser_id: number
  readonly loser_ocd_id: string
  readonly winner_id: number
  readonly winner_ocd_id: string
  readonly bill_ocd_id: string
}

function isMove({ loser_ocd_id, winner_ocd_id, bill_ocd_id }: Step): boolean {
  return movedId(loser_ocd_id, bill_ocd_id) === winner_ocd_id
}

/** Mints the public id of a roll call that moves to another bill. */
function movedId(voteOcdId: string, billOcdId: string): string {
  return mintOcdId('vote', `${voteOcdId}|${billOcdId}`)
}

/** Moves keys, aliases and records of votes to other votes. */
export async function moveVotes(
  client: PoolClient,
  moves: readonly { readonly from_id: number; readonly to_id: number }[],
): Promise<void> {
  const params = [moves.map(({ from_id }) => from_id), moves.map(({ to_id }) => to_id)]
  await lockEntities(client, params.flat())
  for (const table of ['identity', 'alias', 'snapshot'])
    await client.query(
      `UPDATE ingest.${table} t SET entity_id = w.to_id
       FROM unnest($1::bigint[], $2::bigint[]) AS w (from_id, to_id) WHERE t.entity_id = w.from_id`,
      params,
    )
}
