import type { PoolClient } from 'pg'
import type { EntityType } from '../schemas/vocabulary.ts'
import { mintOcdId } from './identity-keys.ts'

export type Identity = {
  readonly entity_id: number
  readonly ocd_id: string
  readonly kafka_key: string
}

export type Wanted = {
  readonly entity: EntityType
  readonly natural_key: string
  /** The key that the variants of one listing share. */
  readonly base_key: string
  /** The public id where an upstream's is taken over; null: ours is minted. */
  readonly ocd_id: string | null
  /** Of a vote: its bill's. null: the entity's own ocd_id. */
  readonly kafka_key: string | null
}

export function identityOf(entity: EntityType, natural_key: string): string {
  return `${entity}|${natural_key}`
}

/**
 * Finds the identities of natural keys and mints what is missing, in the transaction that observes it. Everybody mints
 * in the order of the ids, votes after all others: two transactions that mint the same wait, and never for each other.
 */
export async function mintIdentities(
  client: PoolClient,
  wanted: readonly Wanted[],
): Promise<Map<string, Identity>> {
  const distinct = new Map(wanted.map((one) => [identityOf(one.entity, one.natural_key), one]))
  const found = await findIdentities(client, [...distinct.values()])
  const missing = [...distinct].filter(([key]) => !found.has(key)).map(([, one]) => one)
  if (missing.length === 0) return found
  await insertIdentities(client, missing)
  for (const [key, identity] of await findIdentities(client, missing)) found.set(key, identity)
  return found
}

async function insertIdentities(client: PoolClient, missing: readonly Wanted[]): Promise<void> {
  const rows = missing
    .map((one) => ({ ...one, ocd_id: one.ocd_id ?? mintOcdId(one.entity, one.natural_key) }))
    .sort((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
  await client.query(
    `INSERT INTO ingest.entity (id, ocd_id, entity_type, kafka_key)
     SELECT nextval('ingest.entity_id'), w.ocd_id, w.entity_type, w.kafka_key
     FROM unnest($1::text[], $2::text[], $3::text[]) AS w (ocd_id, entity_type, kafka_key)
     ON CONFLICT (ocd_id) DO NOTHING`,
    [
      rows.map(({ ocd_id }) => ocd_id),
      rows.map(({ entity }) => entity),
      rows.map(({ kafka_key, ocd_id }) => kafka_key ?? ocd_id),
    ],
  )
  await client.query(
    `INSERT INTO ingest.identity (entity_type, natural_key, base_key, entity_id)
     SELECT w.entity_type, w.natural_key, w.base_key, e.id
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w (entity_type, natural_key, base_key, ocd_id)
     JOIN ingest.entity e ON e.ocd_id = w.ocd_id
     ON CONFLICT (entity_type, natural_key) DO NOTHING`,
    [
      rows.map(({ entity }) => entity),
      rows.map(({ natural_key }) => natural_key),
      rows.map(({ base_key }) => base_key),
      rows.map(({ ocd_id }) => ocd_id),
    ],
  )
}

async function findIdentities(client: PoolClient, wanted: readonly Wanted[]): Promise<Map<string, Identity>> {
  const { rows } = await client.query<Identity & { entity_type: EntityType; natural_key: string }>(
    `SELECT i.entity_type, i.natural_key, e.id AS entity_id, e.ocd_id, e.kafka_key
     FROM unnest($1::text[], $2::text[]) AS w (entity_type, natural_key)
     JOIN ingest.identity i ON i.entity_type = w.entity_type AND i.natural_key = w.natural_key
     JOIN ingest.entity e ON e.id = i.entity_id`,
    [wanted.map(({ entity }) => entity), wanted.map(({ natural_key }) => natural_key)],
  )
  return new Map(rows.map((row) => [identityOf(row.entity_type, row.natural_key), row]))
}

/** Locks entities in the order of their ids, the one order of everybody, and says how many events each has had. */
export async function lockEntities(
  client: PoolClient,
  entity_ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; sequence: number }>(
    'SELECT id, sequence FROM ingest.entity WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
    [entity_ids],
  )
  return new Map(rows.map(({ id, sequence }) => [id, sequence]))
}

export async function advanceSequences(
  client: PoolClient,
  sequences: readonly { readonly entity_id: number; readonly sequence: number }[],
): Promise<void> {
  if (sequences.length === 0) return
  await client.query(
    `UPDATE ingest.entity e SET sequence = w.sequence
     FROM unnest($1::bigint[], $2::bigint[]) AS w (id, sequence) WHERE e.id = w.id`,
    [sequences.map(({ entity_id }) => entity_id), sequences.map(({ sequence }) => sequence)],
  )
}

export type Alias = { readonly entity_id: number; readonly scheme: string; readonly value: string }

/** An alias that already stands for another entity stays with it. */
export async function addAliases(client: PoolClient, aliases: readonly Alias[]): Promise<void> {
  if (aliases.length === 0) return
  const rows = aliases.toSorted((a, b) => (`${a.scheme}|${a.value}` < `${b.scheme}|${b.value}` ? -1 : 1))
  await client.query(
    `INSERT INTO ingest.alias (scheme, value, entity_id)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])
     ON CONFLICT (scheme, value) DO NOTHING`,
    [
      rows.map(({ scheme }) => scheme),
      rows.map(({ value }) => value),
      rows.map(({ entity_id }) => entity_id),
    ],
  )
}
