import type { Database } from '../../runtime/postgres/postgres.ts'

/** The span of a fetch. A new run with the same span continues from the stop of an earlier run. */
export type Span = { readonly since: string | null; readonly until: string | null }

export type SavedCursor = { readonly cursor: unknown; readonly started_at: string }

/** A span that started longer ago starts from the beginning, because its documents may have changed. */
const CURSOR_LIFETIME = '7 days'

const nameOf = ({ since, until }: Span): string => `${since ?? ''}/${until ?? ''}`

export async function readCursor(
  database: Database,
  source: string,
  span: Span,
): Promise<SavedCursor | null> {
  const { rows } = await database.query<SavedCursor>(
    `SELECT cursor, started_at FROM ingest.feed_cursor
     WHERE source = $1 AND span = $2 AND saved_at > now() - interval '${CURSOR_LIFETIME}'`,
    [source, nameOf(span)],
  )
  return rows[0] ?? null
}

export async function saveCursor(
  database: Database,
  source: string,
  span: Span,
  { cursor, started_at }: SavedCursor,
): Promise<void> {
  await database.query(
    `INSERT INTO ingest.feed_cursor (source, span, started_at, cursor, saved_at) VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (source, span) DO UPDATE SET started_at = excluded.started_at, cursor = excluded.cursor,
       saved_at = excluded.saved_at`,
    [source, nameOf(span), started_at, JSON.stringify(cursor)],
  )
}

/** Deletes the cursor of a span, and cursors that are too old. */
export async function forgetCursor(database: Database, source: string, span: Span): Promise<void> {
  await database.query(
    `DELETE FROM ingest.feed_cursor
     WHERE source = $1 AND (span = $2 OR saved_at <= now() - interval '${CURSOR_LIFETIME}')`,
    [source, nameOf(span)],
  )
}
