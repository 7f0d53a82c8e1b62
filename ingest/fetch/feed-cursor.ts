import type { Database } from '../../runtime/postgres.ts'

/** What a fetch is asked for: the same span again is the same work, and may go on where it broke off. */
export type Span = { readonly since: string | null; readonly until: string | null }

export type SavedCursor = { readonly cursor: unknown; readonly started_at: string }

export async function readCursor(
  database: Database,
  source: string,
  { since, until }: Span,
): Promise<SavedCursor | null> {
  const { rows } = await database.query<SavedCursor>(
    `SELECT cursor, started_at FROM ingest.feed_cursor
     WHERE source = $1 AND since IS NOT DISTINCT FROM $2 AND until IS NOT DISTINCT FROM $3`,
    [source, since, until],
  )
  return rows[0] ?? null
}

export async function saveCursor(
  database: Database,
  source: string,
  { since, until }: Span,
  { cursor, started_at }: SavedCursor,
): Promise<void> {
  await database.query(
    `INSERT INTO ingest.feed_cursor (source, since, until, started_at, cursor, saved_at)
     VALUES ($1, $2, $3, $4, $5, now())
     ON CONFLICT (source) DO UPDATE SET since = excluded.since, until = excluded.until,
       started_at = excluded.started_at, cursor = excluded.cursor, saved_at = excluded.saved_at`,
    [source, since, until, started_at, JSON.stringify(cursor)],
  )
}

export async function forgetCursor(database: Database, source: string): Promise<void> {
  await database.query('DELETE FROM ingest.feed_cursor WHERE source = $1', [source])
}
