import type { PoolClient } from 'pg'
import { moveVotes } from '../corrections/move-votes.ts'
import { applyMerge, losersOf, revertMerge } from '../state/merges.ts'
import { requestSweeps } from '../state/session-sweeps.ts'
import type { LoggedEntity, LoggedMerge } from './logged-entities.ts'

/** Facts that can only be settled when all entities are known, collected while they are read. */
export type ToSettle = {
  readonly merges: (LoggedMerge & { readonly is_vote: boolean })[]
  readonly returned: {
    readonly id: number
    readonly is_vote: boolean
    readonly separate_from: readonly string[]
  }[]
  readonly claims: Map<string, Claim>
}

type Claim = {
  readonly entity_type: string
  readonly natural_key: string
  readonly base_key: string
  readonly entity_ids: Set<number>
}

/** A key that several entities had, one after another or at once: no entity gets it. */
export type DisputedKey = Pick<Claim, 'entity_type' | 'natural_key'> & {
  readonly entity_ids: readonly number[]
}

export const createToSettle = (): ToSettle => ({ merges: [], returned: [], claims: new Map() })

export function noteToSettle(toSettle: ToSettle, { id, entity_type, ...logged }: LoggedEntity): void {
  const isVote = entity_type === 'vote'
  if (logged.merge !== null) toSettle.merges.push({ ...logged.merge, is_vote: isVote })
  else if (logged.has_been_merged)
    toSettle.returned.push({ id, is_vote: isVote, separate_from: logged.kept_separate_from })
  for (const { natural_key, base_key, is_proven } of logged.keys) {
    if (is_proven) continue
    const name = `${entity_type}|${natural_key}`
    const claim = toSettle.claims.get(name) ?? { entity_type, natural_key, base_key, entity_ids: new Set() }
    toSettle.claims.set(name, claim)
    claim.entity_ids.add(id)
  }
}

/** Saves later keys, merges and splits, sweeps of sessions, and the sequence of ids. It can be repeated. */
export async function settleLogged(
  client: PoolClient,
  { merges, returned, claims }: ToSettle,
): Promise<DisputedKey[]> {
  const disputed = [...claims.values()].filter(({ entity_ids }) => entity_ids.size > 1)
  await saveClaims(
    client,
    [...claims.values()].filter(({ entity_ids }) => entity_ids.size === 1),
  )
  for (const one of returned) await splitReturned(client, one)
  for (const one of merges.toSorted((a, b) => (a.at < b.at ? -1 : 1))) await applyLoggedMerge(client, one)
  for (const one of returned) await keepSeparate(client, one)
  await client.query(
    `SELECT setval('ingest.entity_id', greatest(
       (SELECT coalesce(max(id), 1) FROM ingest.entity), (SELECT last_value FROM ingest.entity_id),
       (SELECT coalesce(max(id), 1) FROM account.scorecard)))`,
  )
  const { rows } = await client.query<{ session_id: number; backfill: boolean }>(
    // The log does not say whether an operator's closing was live. Closings by a policy and reopenings seldom were.
    `SELECT e.id AS session_id, h.content #>> '{closed,closed_on}' IS NULL
       OR coalesce(h.content #>> '{closed,closed_by}' = 'policy', false) AS backfill
     FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id
     WHERE e.entity_type = 'session' AND h.content -> 'closed' IS NOT NULL`,
  )
  await requestSweeps(client, rows)
  return disputed.map(({ entity_type, natural_key, entity_ids }) => ({
    entity_type,
    natural_key,
    entity_ids: [...entity_ids],
  }))
}

/** Skips a key if another entity was minted from it, because that entity has it already. */
async function saveClaims(client: PoolClient, claims: readonly Claim[]): Promise<void> {
  await client.query(
    `INSERT INTO ingest.identity (entity_type, natural_key, base_key, entity_id)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
     ON CONFLICT (entity_type, natural_key) DO NOTHING`,
    [
      claims.map(({ entity_type }) => entity_type),
      claims.map(({ natural_key }) => natural_key),
      claims.map(({ base_key }) => base_key),
      claims.map(({ entity_ids }) => [...entity_ids][0]!),
    ],
  )
}

async function applyLoggedMerge(client: PoolClient, merge: ToSettle['merges'][number]): Promise<void> {
  const { loser_id, winner_ocd_id, reason } = merge
  const { rows } = await client.query<{ winner_id: number; merged_into: number | null }>(
    `SELECT w.id AS winner_id, (SELECT winner_id FROM ingest.merged WHERE loser_id = $1) AS merged_into
     FROM ingest.entity w WHERE w.ocd_id = $2`,
    [loser_id, winner_ocd_id],
  )
  const [found] = rows
  // If a reason only looks like ours, the removal names no entity.
  if (found === undefined || found.winner_id === loser_id || found.merged_into !== null) return
  const { winner_id } = found
  if (!merge.is_vote) return applyMerge(client, { loser_id, winner_id, reason })
  await client.query('INSERT INTO ingest.merged (loser_id, winner_id, reason) VALUES ($1, $2, $3)', [
    ...[loser_id, winner_id, reason],
  ])
  await moveVotes(client, [{ from_id: loser_id, to_id: winner_id }])
}

async function splitReturned(
  client: PoolClient,
  { id, is_vote }: ToSettle['returned'][number],
): Promise<void> {
  const { rows } = await client.query<{ winner_id: number }>(
    'SELECT winner_id FROM ingest.merged WHERE loser_id = $1',
    [id],
  )
  const [merged] = rows
  if (merged !== undefined && is_vote) {
    await moveVotes(client, [{ from_id: merged.winner_id, to_id: id }])
    await client.query('DELETE FROM ingest.merged WHERE loser_id = $1', [id])
  } else if (merged !== undefined) {
    const parts = [id, ...(await losersOf(client, id))]
    await revertMerge(client, { loser_id: id, winner_id: merged.winner_id, parts })
  }
}

/** Splits from everything that was merged into the other, as a split does. */
async function keepSeparate(
  client: PoolClient,
  { id, separate_from: apart_from }: ToSettle['returned'][number],
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM ingest.entity WHERE ocd_id = ANY ($1::text[]) AND id <> $2',
    [apart_from, id],
  )
  for (const { id: winner_id } of rows) {
    await client.query(
      `INSERT INTO ingest.kept_separate (loser_id, winner_id)
       SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING`,
      [id, [winner_id, ...(await losersOf(client, winner_id))]],
    )
  }
}
