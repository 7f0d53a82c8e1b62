import type { PoolClient } from 'pg'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { EntityType } from '../../schemas/vocabulary/vocabulary.ts'

/**
 * A source names one entity by keys of two entities. Its first key wins and nothing is merged. The claim is kept
 * until an operator looks at it: `legislog identity merge` if the two are one.
 */
export type Dispute = {
  readonly entity: EntityType
  readonly natural_key: string
  /** The entity that has the key. */
  readonly named_id: number
  /** The entity that claims the key. */
  readonly claimed_by_id: number
  readonly source: string
  readonly record: string
  readonly run_id: string
}

export async function saveDisputes(client: PoolClient, disputes: readonly Dispute[]): Promise<void> {
  if (disputes.length === 0) return
  const rows = new Map(disputes.map((one) => [`${one.entity}|${one.natural_key}|${one.claimed_by_id}`, one]))
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  await client.query(
    `INSERT INTO ingest.identity_dispute (entity_type, natural_key, named_id, claimed_by_id, source, record, run_id)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
     ON CONFLICT (entity_type, natural_key, claimed_by_id) DO UPDATE SET named_id = excluded.named_id,
       source = excluded.source, record = excluded.record, run_id = excluded.run_id, last_seen_at = now()`,
    [
      sorted.map(({ entity }) => entity),
      sorted.map(({ natural_key }) => natural_key),
      sorted.map(({ named_id }) => named_id),
      sorted.map(({ claimed_by_id }) => claimed_by_id),
      sorted.map(({ source }) => source),
      sorted.map(({ record }) => record),
      sorted.map(({ run_id }) => run_id),
    ],
  )
}

export type DisputeReport = {
  readonly entity_type: EntityType
  readonly natural_key: string
  readonly named: string
  readonly claimed_by: string
  readonly source: string
  readonly record: string
  readonly last_seen_at: string
}

/** Gives the disputes between entities that are still separate. */
export async function listDisputes(database: Database, limit = 100): Promise<DisputeReport[]> {
  const { rows } = await database.query<DisputeReport>(
    `SELECT d.entity_type, d.natural_key, n.ocd_id AS named, c.ocd_id AS claimed_by, d.source, d.record, d.last_seen_at
     FROM ingest.identity_dispute d JOIN ingest.entity n ON n.id = d.named_id
     JOIN ingest.entity c ON c.id = d.claimed_by_id
     WHERE NOT EXISTS (SELECT FROM ingest.merged m WHERE m.loser_id IN (d.named_id, d.claimed_by_id))
     ORDER BY d.last_seen_at DESC, d.natural_key LIMIT $1`,
    [limit],
  )
  return rows
}
