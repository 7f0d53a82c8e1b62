import type { PoolClient } from 'pg'
import type { Retold } from '../observe/retell.ts'
import { type Identity, lockEntities } from './identity.ts'
import { mintOcdId } from './identity-keys.ts'

/**
 * Events of a vote stand under its bill's key. Where a bill becomes another, its roll calls are told anew there, under
 * ids of their own; the old ones end with the reason. Keys and records go with them.
 */
export async function moveVotesTo(client: PoolClient, from: Identity, to: Identity): Promise<Retold[]> {
  const { rows: votes } = await client.query<Vote>(
    `SELECT v.id AS entity_id, v.ocd_id FROM ingest.entity v
     WHERE v.entity_type = 'vote' AND v.kafka_key = $1
       AND EXISTS (SELECT FROM ingest.snapshot s WHERE s.entity_id = v.id) ORDER BY v.ocd_id`,
    [from.ocd_id],
  )
  return tellUnder(client, votes, to, `its bill became ${to.ocd_id}`)
}

type Vote = Pick<Identity, 'entity_id' | 'ocd_id'>

/** Roll calls that stand elsewhere are told under this bill from now on. */
export async function tellUnder(
  client: PoolClient,
  votes: readonly Vote[],
  bill: Identity,
  why: string,
): Promise<Retold[]> {
  if (votes.length === 0) return []
  const moved = votes.map((vote) => ({
    ...vote,
    new_ocd_id: mintOcdId('vote', `${vote.ocd_id}|${bill.ocd_id}`),
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

/** The roll calls that a bill had when it became another. */
export async function moveVotesBack(client: PoolClient, bill: Identity): Promise<Retold[]> {
  const { rows } = await client.query<{ from_id: number; to_id: number }>(
    `WITH RECURSIVE way AS (
       SELECT v.id AS to_id, m.winner_id AS from_id, 1 AS step FROM ingest.entity v
       JOIN ingest.merged m ON m.loser_id = v.id WHERE v.entity_type = 'vote' AND v.kafka_key = $1
       UNION ALL
       SELECT way.to_id, m.winner_id, way.step + 1 FROM way JOIN ingest.merged m ON m.loser_id = way.from_id
     )
     SELECT DISTINCT ON (to_id) to_id, from_id FROM way ORDER BY to_id, step DESC`,
    [bill.ocd_id],
  )
  if (rows.length === 0) return []
  await moveVotes(client, rows)
  await client.query('DELETE FROM ingest.merged WHERE loser_id = ANY ($1::bigint[])', [
    rows.map(({ to_id }) => to_id),
  ])
  return rows.flatMap(({ from_id, to_id }) => [
    { entity_id: to_id },
    { entity_id: from_id, reason: `its bill is ${bill.ocd_id} again` },
  ])
}

/** Keys, aliases and records of votes are those of other votes from then on. */
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
