import type { PoolClient } from 'pg'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'
import { identityKey } from './identities.ts'
import { packTexts } from './packed-texts.ts'

export type KnownEntity = {
  readonly base_key: string
  readonly natural_key: string
  readonly entity_id: number
  /** The entity that had the key before it was merged into this one. */
  readonly merged_from: number | null
  /**
   * The last observations of this source about the entity, by record key. Empty if it has not reported it.
   */
  readonly snapshots: ReadonlyMap<string, SnapshotHead>
}

type HeadRow = { [K in keyof SnapshotHead]: SnapshotHead[K] | null } & { readonly record_key: string | null }
type KnownRow = Omit<KnownEntity, 'snapshots'> & HeadRow & { readonly entity_type: EntityType }

const HEAD = `s.observed_at, s.part_observed_at, s.schema_rank, s.mapper_version, s.run_id, s.discriminator,
  encode(s.hash, 'hex') AS hash`

/**
 * Reads, without a lock, what is stored under these keys and their variants, and what this source said last. If
 * nothing is new, a batch costs only this query.
 */
export async function findKnown(
  database: Database,
  source: string,
  keys: readonly { readonly entity: EntityType; readonly key: string }[],
): Promise<Map<string, KnownEntity[]>> {
  const { rows } = await database.query<KnownRow>(
    `WITH wanted AS (
       SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS w (entity_type, base_key)
     ), known AS (
       SELECT i.* FROM wanted w
       JOIN ingest.identity i ON i.entity_type = w.entity_type AND i.natural_key = w.base_key
       UNION ALL
       SELECT i.* FROM wanted w
       JOIN ingest.identity i ON i.entity_type = w.entity_type AND i.base_key = w.base_key
         AND i.natural_key <> i.base_key
     )
     SELECT i.entity_type, i.base_key, i.natural_key, i.entity_id, i.merged_from, s.record_key, ${HEAD}
     FROM known i LEFT JOIN ingest.snapshot s ON s.entity_id = i.entity_id AND s.source = $1
     ORDER BY i.entity_id`,
    [source, keys.map(({ entity }) => entity), keys.map(({ key }) => key)],
  )
  const known = new Map<string, KnownEntity[]>()
  const byKey = new Map<string, Map<string, SnapshotHead>>()
  for (const row of rows) {
    const name = identityKey(row.entity_type, row.natural_key)
    let snapshots = byKey.get(name)
    if (snapshots === undefined) {
      snapshots = new Map()
      byKey.set(name, snapshots)
      const entity = { ...row, snapshots }
      // A variant is found by its base key, and by its own key if that is requested.
      for (const key of new Set([row.base_key, row.natural_key])) {
        const wanted = identityKey(row.entity_type, key)
        known.set(wanted, [...(known.get(wanted) ?? []), entity])
      }
    }
    if (row.record_key !== null) snapshots.set(row.record_key, row as SnapshotHead)
  }
  return known
}

export type SourceSnapshot = {
  readonly entity_id: number
  readonly source: string
  readonly record_key: string
  readonly record_rank: number
  readonly head: SnapshotHead
  readonly parts: Record<string, unknown>
}

/**
 * Reads the snapshots of all sources for locked entities. The rows are locked too, because `touchSnapshots` moves
 * their times without the lock of the entity: an older observation must not overwrite a later one.
 */
export async function loadSnapshots(
  client: PoolClient,
  entityIds: readonly number[],
): Promise<Map<number, SourceSnapshot[]>> {
  const { rows } = await client.query<SnapshotHead & Omit<SourceSnapshot, 'head'>>(
    `SELECT s.entity_id, s.source, s.record_key, s.record_rank, s.parts, ${HEAD} FROM ingest.snapshot s
     WHERE s.entity_id = ANY ($1::bigint[]) ORDER BY s.entity_id, s.source, s.record_key FOR NO KEY UPDATE`,
    [entityIds],
  )
  return Map.groupBy(
    rows.map((row) => ({ ...row, head: row })),
    ({ entity_id }) => entity_id,
  )
}

export type NewSnapshot = SourceSnapshot & { readonly jurisdiction: string }

export async function saveSnapshots(client: PoolClient, snapshots: readonly NewSnapshot[]): Promise<void> {
  if (snapshots.length === 0) return
  const parts = packTexts(snapshots.map((snapshot) => JSON.stringify(snapshot.parts)))
  const heads = snapshots.map(({ head }) => head)
  await client.query(
    `INSERT INTO ingest.snapshot (entity_id, source, record_key, record_rank, jurisdiction, observed_at,
       part_observed_at, schema_rank, mapper_version, run_id, discriminator, hash, parts)
     SELECT w.entity_id, w.source, w.record_key, w.record_rank, w.jurisdiction, w.observed_at, w.part_observed_at,
       w.schema_rank, w.mapper_version, w.run_id, w.discriminator, decode(w.hash, 'hex'),
       convert_from(substr($11::bytea, w.starts, w.length), 'UTF8')::json
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::json[], $6::int[], $7::int[], $8::text[],
       $9::text[], $10::text[], $12::int[], $13::int[], $14::text[], $15::int[])
       AS w (entity_id, source, jurisdiction, observed_at, part_observed_at, schema_rank, mapper_version, run_id,
         discriminator, hash, starts, length, record_key, record_rank)
     ON CONFLICT (entity_id, source, record_key) DO UPDATE SET jurisdiction = excluded.jurisdiction,
       observed_at = excluded.observed_at, part_observed_at = excluded.part_observed_at,
       schema_rank = excluded.schema_rank, mapper_version = excluded.mapper_version, run_id = excluded.run_id,
       discriminator = excluded.discriminator, hash = excluded.hash, parts = excluded.parts`,
    [
      snapshots.map(({ entity_id }) => entity_id),
      snapshots.map(({ source }) => source),
      snapshots.map(({ jurisdiction }) => jurisdiction),
      heads.map(({ observed_at }) => observed_at),
      heads.map(({ part_observed_at }) => JSON.stringify(part_observed_at)),
      heads.map(({ schema_rank }) => schema_rank),
      heads.map(({ mapper_version }) => mapper_version),
      heads.map(({ run_id }) => run_id),
      heads.map(({ discriminator }) => discriminator),
      heads.map(({ hash }) => hash),
      parts.bytes,
      parts.starts,
      parts.lengths,
      snapshots.map(({ record_key }) => record_key),
      snapshots.map(({ record_rank }) => record_rank),
    ],
  )
}

export type Touch = {
  readonly entity_id: number
  readonly record_key: string
  readonly hash: string
  readonly observed_at: string
  readonly part_observed_at: Readonly<Record<string, string>>
}

/**
 * Saves only that the same content was observed again, later or by a newer mapper. Gives the records with
 * unchanged content. If another transaction stored other content meanwhile, this observation is a change.
 */
export async function touchSnapshots(
  client: Pick<PoolClient, 'query'>,
  source: string,
  mapperVersion: number,
  touches: readonly Touch[],
): Promise<Set<RecordId>> {
  if (touches.length === 0) return new Set()
  const { rows } = await client.query<{ entity_id: number; record_key: string }>(
    `WITH locked AS (
       SELECT s.entity_id, s.record_key, w.observed_at, w.part_observed_at
       FROM unnest($3::bigint[], $4::text[], $5::timestamptz[], $6::json[], $7::text[])
         AS w (entity_id, hash, observed_at, part_observed_at, record_key)
       JOIN ingest.snapshot s ON s.entity_id = w.entity_id AND s.source = $1 AND s.record_key = w.record_key
         AND s.hash = decode(w.hash, 'hex')
       ORDER BY s.entity_id, s.record_key FOR NO KEY UPDATE OF s
     ), moved AS (
       UPDATE ingest.snapshot s
       SET mapper_version = $2, observed_at = l.observed_at, part_observed_at = l.part_observed_at
       FROM locked l WHERE s.entity_id = l.entity_id AND s.source = $1 AND s.record_key = l.record_key
         AND s.observed_at <= l.observed_at
     )
     SELECT entity_id, record_key FROM locked`,
    [
      source,
      mapperVersion,
      touches.map(({ entity_id }) => entity_id),
      touches.map(({ hash }) => hash),
      touches.map(({ observed_at }) => observed_at),
      touches.map(({ part_observed_at }) => JSON.stringify(part_observed_at)),
      touches.map(({ record_key }) => record_key),
    ],
  )
  return new Set(rows.map(({ entity_id, record_key }) => toRecordId(entity_id, record_key)))
}

/** The stored metadata of what a source last said about an entity. */
export type SnapshotHead = {
  readonly observed_at: string
  /** The time of each part. The time of a removal is under EVERY_PART. */
  readonly part_observed_at: Readonly<Record<string, string>>
  readonly schema_rank: number
  readonly mapper_version: number
  readonly run_id: string
  /** Hex. */
  readonly hash: string
  readonly discriminator: string | null
}

export const EVERY_PART = '*'

/** Identifies one record of a source about an entity. Most have a single record, which the entity's id identifies. */
export type RecordId = number | string

export function toRecordId(entityId: number, recordKey: string): RecordId {
  return recordKey === '' ? entityId : `${entityId}|${recordKey}`
}
