import type { PoolClient } from 'pg'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { mintOcdId } from '../identity/identity-keys.ts'

export type Identity = {
  readonly entity_id: number
  readonly ocd_id: string
  readonly kafka_key: string
}

/** The entity that a key names. */
export type KeyedIdentity = Identity & {
  /** The entity that the key named before it was merged into this one. */
  readonly merged_from: number | null
}

export type WantedIdentity = {
  readonly entity: EntityType
  readonly natural_key: string
  /** The key that the variants of one listing share. */
  readonly base_key: string
  /** The public id if we adopt the upstream id. null: we mint one. */
  readonly ocd_id: string | null
  /** The ocd_id of a vote's bill. null: the entity's own ocd_id. */
  readonly kafka_key: string | null
  /** The text from which our public id is minted. Default: the natural key. */
  readonly minting_key?: string
  /** Keys that named no entity when they were looked up. They become keys of this entity. */
  readonly free_keys?: readonly FreeKey[]
}

export type FreeKey = { readonly natural_key: string; readonly base_key: string }

export function identityKey(entity: EntityType, naturalKey: string): string {
  return `${entity}|${naturalKey}`
}

export type MintResult = {
  readonly identities: Map<string, KeyedIdentity>
  /** Keys (identityOf) that already existed when this transaction looked them up. */
  readonly found: ReadonlySet<string>
  /** Keys of `free_keys` that another transaction has taken since. */
  readonly lost: ReadonlySet<string>
}

/**
 * Finds the identities of natural keys and mints the missing ones, in the transaction that observes them. All
 * transactions mint in the order of ids, then of keys, with votes last. So two transactions that mint the same entity
 * wait for each other but never deadlock.
 */
export async function mintIdentities(
  client: PoolClient,
  wanted: readonly WantedIdentity[],
): Promise<MintResult> {
  const distinct = new Map(wanted.map((one) => [identityKey(one.entity, one.natural_key), one]))
  const identities = await findIdentities(client, [...distinct.values()])
  const found = new Set(identities.keys())
  const missing = [...distinct.values()]
    .filter((one) => !found.has(keyOf(one)))
    .map((one): Missing => ({ ...one, entity_id: null, ocd_id: mintedId(one) }))
  const keys = wanted.flatMap((one) =>
    (one.free_keys ?? []).map(({ natural_key, base_key }) => ({
      entity: one.entity,
      natural_key,
      base_key,
      entity_id: identities.get(identityKey(one.entity, one.natural_key))?.entity_id ?? null,
      ocd_id: mintedId(one),
    })),
  )
  if (missing.length === 0 && keys.length === 0) return { identities, found, lost: NO_KEYS }
  const created = await insertEntities(client, missing)
  const standing = await findMergeWinners(
    client,
    missing.map(({ ocd_id: ocdId }) => ocdId).filter((ocdId) => !created.has(ocdId)),
  )
  const named = missing.map((one) => ({ ...one, entity_id: standing.get(one.ocd_id) ?? null }))
  const inserted = await insertKeys(client, [...named, ...keys])
  for (const one of missing) {
    const identity = created.get(one.ocd_id)
    if (identity !== undefined && inserted.get(keyOf(one)) === identity.entity_id)
      identities.set(keyOf(one), { ...identity, merged_from: null })
  }
  // Another transaction was faster with the entity or with the key.
  const others = missing.filter((one) => !identities.has(keyOf(one)))
  for (const [key, identity] of await findIdentities(client, others)) identities.set(key, identity)
  const lost = keys.map(({ entity, natural_key }) => identityKey(entity, natural_key))
  return { identities, found, lost: new Set(lost.filter((key) => !inserted.has(key))) }
}

const keyOf = ({ entity, natural_key }: WantedIdentity): string => identityKey(entity, natural_key)

/** `ocd_id`: its public id. */
type Missing = Omit<WantedIdentity, 'ocd_id'> & { readonly entity_id: null; readonly ocd_id: string }

const NO_KEYS: ReadonlySet<string> = new Set()

function mintedId({ entity, natural_key, ocd_id, minting_key = natural_key }: WantedIdentity): string {
  return ocd_id ?? mintOcdId(entity, minting_key)
}

/** Inserts the entities that do not exist yet and gives them by ocd_id. */
async function insertEntities(
  client: PoolClient,
  missing: readonly Missing[],
): Promise<Map<string, Identity>> {
  if (missing.length === 0) return new Map()
  const sorted = missing.toSorted((a, b) => (a.ocd_id < b.ocd_id ? -1 : 1))
  const { rows } = await client.query<Identity>(
    `INSERT INTO ingest.entity (id, ocd_id, entity_type, kafka_key)
     SELECT nextval('ingest.entity_id'), w.ocd_id, w.entity_type, w.kafka_key
     FROM unnest($1::text[], $2::text[], $3::text[]) AS w (ocd_id, entity_type, kafka_key)
     ON CONFLICT (ocd_id) DO NOTHING
     RETURNING id AS entity_id, ocd_id, kafka_key`,
    [
      sorted.map(({ ocd_id }) => ocd_id),
      sorted.map(({ entity }) => entity),
      sorted.map(({ kafka_key, ocd_id }) => kafka_key ?? ocd_id),
    ],
  )
  return new Map(rows.map((row) => [row.ocd_id, row]))
}

/**
 * Finds public ids that exist but no longer have a key. The same key mints the same id, so it names that entity or
 * its merge winner. Only a state that was recovered from the log has such ids.
 */
async function findMergeWinners(client: PoolClient, ocdIds: readonly string[]): Promise<Map<string, number>> {
  if (ocdIds.length === 0) return new Map()
  const { rows } = await client.query<{ ocd_id: string; entity_id: number }>(
    `WITH RECURSIVE way AS (
       SELECT ocd_id, id, 0 AS step FROM ingest.entity WHERE ocd_id = ANY ($1::text[])
       UNION ALL
       SELECT way.ocd_id, m.winner_id, way.step + 1 FROM way JOIN ingest.merged m ON m.loser_id = way.id
     )
     SELECT DISTINCT ON (ocd_id) ocd_id, id AS entity_id FROM way ORDER BY ocd_id, step DESC`,
    [ocdIds],
  )
  return new Map(rows.map(({ ocd_id, entity_id }) => [ocd_id, entity_id]))
}

type NewKey = {
  readonly entity: EntityType
  readonly natural_key: string
  readonly base_key: string
  /** null: the entity that has the ocd_id. */
  readonly entity_id: number | null
  readonly ocd_id: string
}

type InsertedKey = {
  readonly entity_type: EntityType
  readonly natural_key: string
  readonly entity_id: number
}

/** Gives the keys that were free, with the entities that have them now. */
async function insertKeys(client: PoolClient, keys: readonly NewKey[]): Promise<Map<string, number>> {
  const rows = keys.toSorted((a, b) => (a.natural_key < b.natural_key ? -1 : 1))
  const inserted = await client.query<InsertedKey>(
    `INSERT INTO ingest.identity (entity_type, natural_key, base_key, entity_id)
     SELECT w.entity_type, w.natural_key, w.base_key, coalesce(w.entity_id, e.id)
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[])
       WITH ORDINALITY AS w (entity_type, natural_key, base_key, entity_id, ocd_id, place)
     LEFT JOIN ingest.entity e ON e.ocd_id = w.ocd_id AND w.entity_id IS NULL
     ORDER BY w.place
     ON CONFLICT (entity_type, natural_key) DO NOTHING
     RETURNING entity_type, natural_key, entity_id`,
    [
      rows.map(({ entity }) => entity),
      rows.map(({ natural_key }) => natural_key),
      rows.map(({ base_key }) => base_key),
      rows.map(({ entity_id }) => entity_id),
      rows.map(({ ocd_id }) => ocd_id),
    ],
  )
  return new Map(inserted.rows.map((row) => [identityKey(row.entity_type, row.natural_key), row.entity_id]))
}

/** By identityOf. */
export async function findIdentities(
  client: PoolClient,
  wanted: readonly Pick<WantedIdentity, 'entity' | 'natural_key'>[],
): Promise<Map<string, KeyedIdentity>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await client.query<KeyedIdentity & { entity_type: EntityType; natural_key: string }>(
    `SELECT i.entity_type, i.natural_key, i.merged_from, e.id AS entity_id, e.ocd_id, e.kafka_key
     FROM unnest($1::text[], $2::text[]) AS w (entity_type, natural_key)
     JOIN ingest.identity i ON i.entity_type = w.entity_type AND i.natural_key = w.natural_key
     JOIN ingest.entity e ON e.id = i.entity_id`,
    [wanted.map(({ entity }) => entity), wanted.map(({ natural_key }) => natural_key)],
  )
  return new Map(rows.map((row) => [identityKey(row.entity_type, row.natural_key), row]))
}

/** By ocd_id. */
export async function findByOcdId(
  client: PoolClient,
  ocdIds: readonly string[],
): Promise<Map<string, Identity>> {
  if (ocdIds.length === 0) return new Map()
  const { rows } = await client.query<Identity>(
    'SELECT id AS entity_id, ocd_id, kafka_key FROM ingest.entity WHERE ocd_id = ANY ($1::text[])',
    [ocdIds],
  )
  return new Map(rows.map((row) => [row.ocd_id, row]))
}

/** Locks entities in the order of their ids, as all transactions do, and gives the number of events of each. */
export async function lockEntities(
  client: PoolClient,
  entityIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; sequence: number }>(
    'SELECT id, sequence FROM ingest.entity WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
    [entityIds],
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

/** An alias that already belongs to another entity stays there. */
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
