import type { Queryable } from '../../runtime/postgres/postgres.ts'

/** Changes of a read schema per query. */
const CHANGES = 20_000

/** Changes of the texts of bills up to a time, and those texts among them without words or a failure. */
type Slice = {
  readonly read_schema: string
  readonly missing: readonly string[]
  /** The end of the previous slice. */
  readonly through: string
  readonly is_last: boolean
}

/**
 * Reads the next changes of the live read schema's texts. Late commits are at or after the watermark, where the next
 * query starts; changes after it are seen twice. undefined before the first projector has started.
 */
export async function nextSlice(database: Queryable): Promise<Slice | undefined> {
  const { rows } = await database.query<{ read_schema: string; through: string; watermark: string }>(
    `SELECT r.name AS read_schema, r.watermark, coalesce(p.through, '-infinity') AS through
     FROM control.read_schema r LEFT JOIN search.progress p ON p.read_schema = r.name WHERE r.is_live`,
  )
  const live = rows[0]
  if (live === undefined) return undefined
  const { read_schema, watermark } = live
  const { rows: found } = await database.query<{ changes: number; last: string | null; missing: string[] }>(
    `WITH slice AS (
       SELECT v.extracted_sha256 AS sha256, v.kind = 'version' AND NOT v.deleted AS is_searched, v.updated_at
       FROM ${read_schema}.bill_versions v
       WHERE v.extracted_sha256 IS NOT NULL AND v.updated_at >= $1
       ORDER BY v.updated_at LIMIT ${CHANGES}
     )
     SELECT count(*) AS changes, max(updated_at) AS last, ARRAY(
       SELECT DISTINCT s.sha256 FROM slice s WHERE s.is_searched
         AND NOT EXISTS (SELECT FROM search.text t WHERE t.sha256 = s.sha256)
         AND NOT EXISTS (SELECT FROM search.failed_text u WHERE u.sha256 = s.sha256)
     ) AS missing FROM slice`,
    [live.through],
  )
  const { changes, last, missing } = found[0]!
  const isLast = changes < CHANGES || last === null || last >= watermark
  return { read_schema, missing, is_last: isLast, through: isLast ? watermark : last }
}

/** Records that a slice is done. Forgets read schemas that are gone. */
export async function noteProgress(database: Queryable, { read_schema, through }: Slice): Promise<void> {
  await database.query(
    `INSERT INTO search.progress (read_schema, through) VALUES ($1, $2)
     ON CONFLICT (read_schema) DO UPDATE SET through = excluded.through, updated_at = now()
     WHERE search.progress.through <> excluded.through`,
    [read_schema, through],
  )
  await database.query(
    'DELETE FROM search.progress p WHERE NOT EXISTS (SELECT FROM control.read_schema r WHERE r.name = p.read_schema)',
  )
}

/** Reads the failed texts that are due for a retry. */
export async function dueTexts(database: Queryable, most: number): Promise<string[]> {
  const { rows } = await database.query<{ sha256: string }>(
    'SELECT sha256 FROM search.failed_text WHERE retry_at <= now() ORDER BY retry_at LIMIT $1',
    [most],
  )
  return rows.map(({ sha256 }) => sha256)
}

export type UnreadText = { readonly sha256: string; readonly reason: string }

/** Retries after a minute, then after longer pauses, at last once a day. Each text has one row in `failed_text`. */
export async function noteUnread(database: Queryable, unread: readonly UnreadText[]): Promise<void> {
  if (unread.length === 0) return
  await database.query(
    `INSERT INTO search.failed_text (sha256, reason, retry_at)
     SELECT sha256, reason, now() + interval '1 minute'
     FROM unnest($1::text[], $2::text[]) AS text (sha256, reason) ORDER BY sha256
     ON CONFLICT (sha256) DO UPDATE SET reason = excluded.reason, tries = search.failed_text.tries + 1,
       retry_at = now() + least(interval '1 minute' * 2 ^ least(search.failed_text.tries, 11), interval '1 day')`,
    [unread.map(({ sha256 }) => sha256), unread.map(({ reason }) => reason.slice(0, 1_000))],
  )
}
