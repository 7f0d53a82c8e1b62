import type { Database } from '../../runtime/postgres/postgres.ts'

export type PendingFilter = {
  readonly source?: string
  readonly jurisdiction?: string
  readonly limit: number
}

/** Something that a source reported and that waits, or that was requested and did not come. */
export type Pending = {
  readonly why: 'entity_unknown' | 'not_fetched' | 'not_read'
  readonly source: string | null
  readonly jurisdiction: string | null
  /** Its identification: the natural key of an entity, an address, the hash of a text. */
  readonly what: string
  readonly detail: string
  readonly since: string
  /** When it is retried automatically; null: as soon as a source reports what it waits for. */
  readonly next_at: string | null
}

/**
 * Parts of entities that no source has reported yet: texts of a bill that no source introduced, the comment count of a
 * document that no source published. They are emitted together with the entity. Oldest first.
 */
export async function listUnknownEntities(database: Database, filter: PendingFilter): Promise<Pending[]> {
  const { rows } = await database.query<Omit<Pending, 'why' | 'next_at'>>(
    `SELECT s.source, s.jurisdiction,
       e.entity_type || ' ' || coalesce((SELECT min(i.natural_key) FROM ingest.identity i WHERE i.entity_id = e.id), e.ocd_id) AS what,
       'no source has reported this ' || e.entity_type AS detail, s.observed_at AS since
     FROM ingest.entity e JOIN ingest.snapshot s ON s.entity_id = e.id
     WHERE e.sequence = 0 AND NOT EXISTS (SELECT FROM ingest.stored_entity h WHERE h.entity_id = e.id)
       AND ($1::text IS NULL OR s.source = $1) AND ($2::text IS NULL OR s.jurisdiction = $2)
     ORDER BY s.observed_at, e.id LIMIT $3`,
    [filter.source ?? null, filter.jurisdiction ?? null, filter.limit],
  )
  return rows.map((row) => ({ ...row, why: 'entity_unknown', next_at: null }))
}

/** Addresses of texts that gave no document, and when they are retried. The next retry comes first. */
export async function listNotFetched(database: Database, limit: number): Promise<Pending[]> {
  const { rows } = await database.query<Omit<Pending, 'why' | 'source' | 'jurisdiction'>>(
    `SELECT url AS what, format('%s (asked %s times)', coalesce(reason, ''), failures) AS detail, asked_at AS since,
       due_at AS next_at
     FROM ingest.text_attempt WHERE due_at IS NOT NULL ORDER BY due_at, url LIMIT $1`,
    [limit],
  )
  return rows.map((row) => ({ ...row, why: 'not_fetched', source: 'bill-text', jurisdiction: null }))
}
