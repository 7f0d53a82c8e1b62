import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'

export type SearchReport = {
  /** Texts that versions of bills name, and how many of them are indexed. */
  readonly texts: number
  readonly searchable: number
  readonly bytes: number
  readonly unread: readonly { readonly reason: string; readonly texts: number }[]
}

/** Reports how many of the texts of bills can be searched. */
export async function reportSearch(database: Database): Promise<SearchReport> {
  const live = await liveReadSchema(database)
  const { rows: unread } = await database.query<{ reason: string; texts: number }>(
    'SELECT reason, count(*) AS texts FROM search.failed_text GROUP BY reason ORDER BY texts DESC LIMIT 20',
  )
  const { rows: sizes } = await database.query<{ bytes: number }>(
    "SELECT pg_total_relation_size('search.text') AS bytes",
  )
  const named = { texts: 0, searchable: 0 }
  if (live !== undefined) {
    const { rows } = await database.query<{ texts: number; searchable: number }>(
      `SELECT count(*) AS texts, count(t.sha256) AS searchable
       FROM (SELECT DISTINCT v.extracted_sha256 AS sha256 FROM ${live}.bill_versions v
             WHERE v.extracted_sha256 IS NOT NULL AND v.kind = 'version' AND NOT v.deleted) n
       LEFT JOIN search.text t USING (sha256)`,
    )
    Object.assign(named, rows[0])
  }
  return { ...named, bytes: sizes[0]!.bytes, unread }
}

/** Checks all texts again, and retries failed ones at once. */
export async function restartIndexing(database: Database): Promise<void> {
  await database.query('DELETE FROM search.progress')
  await database.query('UPDATE search.failed_text SET retry_at = now()')
}

/**
 * Call it after indexing many texts: the planner learns how common their words are, and the index of words is cleaned
 * up.
 */
export async function optimizeIndex(database: Database): Promise<void> {
  await database.query("SELECT gin_clean_pending_list('search.text_words_idx')")
  await database.query('ANALYZE search.text')
}

export type UnreadText = {
  readonly sha256: string
  readonly reason: string
  readonly tries: number
  readonly first_failed_at: string
  readonly retry_at: string
}

/** Lists stored texts that are not indexed, and when each is retried, next one first. */
export async function listUnread(database: Database, limit: number): Promise<UnreadText[]> {
  const { rows } = await database.query<UnreadText>(
    'SELECT sha256, reason, tries, first_failed_at, retry_at FROM search.failed_text ORDER BY retry_at, sha256 LIMIT $1',
    [limit],
  )
  return rows
}
