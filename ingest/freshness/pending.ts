import type { Database } from '../../runtime/postgres.ts'

export type PendingFilter = {
  readonly source?: string
  readonly jurisdiction?: string
  readonly limit: number
}

/** Something that a source has told and that waits, or that was asked for and did not come. */
export type Pending = {
  readonly why: 'nobody_told' | 'not_fetched' | 'not_read'
  readonly source: string | null
  readonly jurisdiction: string | null
  /** What it is: the natural key of an entity, an address, the hash of a text. */
  readonly what: string
  readonly detail: string
  readonly since: string
  /** When it is tried again by itself; null: as soon as what it waits for is told. */
  readonly next_at: string | null
}

/**
 * Parts of entities of which no source has told what they are: texts of a bill that nobody has introduced, the comment
 * count of a document that nobody has published. They are told with it. Oldest first.
 */
export async function listNobodyTold(database: Database, filter: PendingFilter): Promise<Pending[]> {
  const { rows } = await database.query<Omit<Pending, 'why' | 'next_at'>>(
    `SELECT s.source, s.jurisdiction,
       e.entity_type || ' ' || coalesce((SELECT min(i.natural_key) FROM ingest.identity i WHERE i.entity_id = e.id), e.ocd_id) AS what,
       'no source has told of this ' || e.entity_type AS detail, s.observed_at AS since
     FROM ingest.entity e JOIN ingest.snapshot s ON s.entity_id = e.id
     WHERE e.sequence = 0 AND NOT EXISTS (SELECT FROM ingest.held h WHERE h.entity_id = e.id)
       AND ($1::text IS NULL OR s.source = $1) AND ($2::text IS NULL OR s.jurisdiction = $2)
     ORDER BY s.observed_at, e.id LIMIT $3`,
    [filter.source ?? null, filter.jurisdiction ?? null, filter.limit],
  )
  return rows.map((row) => ({ ...row, why: 'nobody_told', next_at: null }))
}

/** Addresses of texts that were asked and did not give one, and when they are asked again. The next first. */
export async function listNotFetched(database: Database, limit: number): Promise<Pending[]> {
  const { rows } = await database.query<Omit<Pending, 'why' | 'source' | 'jurisdiction'>>(
    `SELECT url AS what, format('%s (asked %s times)', coalesce(reason, ''), failures) AS detail, asked_at AS since,
       due_at AS next_at
     FROM ingest.text_attempt WHERE due_at IS NOT NULL ORDER BY due_at, url LIMIT $1`,
    [limit],
  )
  return rows.map((row) => ({ ...row, why: 'not_fetched', source: 'bill-text', jurisdiction: null }))
}
