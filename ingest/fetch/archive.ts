import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { ArchivedDocument } from '../source-interface/feed.ts'

/** The archive has every accepted answer: its bytes in the object store, its metadata in `ingest.fetched`. */
export type FetchedRow = {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly sha256: string
  readonly fetched_at: string
  readonly etag: string | null
  readonly last_modified: string | null
  readonly is_document: boolean
  readonly is_observed: boolean
}

const ROW = `id, name, url, sha256, fetched_at, etag, last_modified, is_document, observed_at IS NOT NULL AS is_observed`
const PAGE_ROWS = 1_000

/** Gives the last answer of the address, or null if it was never fetched. */
export async function lastFetched(
  database: Database,
  source: string,
  url: string,
): Promise<FetchedRow | null> {
  const { rows } = await database.query<FetchedRow>(
    `SELECT ${ROW} FROM ingest.fetched WHERE source = $1 AND md5(url) = md5($2) AND url = $2
     ORDER BY id DESC LIMIT 1`,
    [source, url],
  )
  return rows[0] ?? null
}

export type NewAnswer = {
  readonly source: string
  readonly run_id: string
  readonly name: string
  readonly url: string
  readonly media_type: string
  readonly fetched_at: string
  readonly etag: string | null
  readonly last_modified: string | null
  readonly body: Buffer
}

/**
 * Saves an answer, its bytes first. If the bytes are the same as last time, it gives the old row with the new
 * validators. It adds a row if the store had lost bytes before they were observed, because those must be read again.
 */
export async function saveAnswer(
  database: Database,
  store: ObjectStore,
  answer: NewAnswer,
  last: FetchedRow | null,
): Promise<FetchedRow> {
  const isLost = last !== null && !last.is_observed && !(await store.has(last.sha256))
  const { sha256 } = await store.put(answer.body, answer.media_type)
  const { etag, last_modified } = answer
  if (last?.sha256 === sha256 && !isLost) {
    if (last.etag !== etag || last.last_modified !== last_modified) {
      await database.query('UPDATE ingest.fetched SET etag = $2, last_modified = $3 WHERE id = $1', [
        last.id,
        etag,
        last_modified,
      ])
    }
    return last
  }
  const { rows } = await database.query<FetchedRow>(
    `INSERT INTO ingest.fetched
       (source, run_id, name, url, sha256, media_type, bytes, fetched_at, etag, last_modified)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${ROW}`,
    [
      answer.source,
      answer.run_id,
      answer.name,
      answer.url,
      sha256,
      answer.media_type,
      answer.body.length,
      answer.fetched_at,
      etag,
      last_modified,
    ],
  )
  return rows[0]!
}

/** Marks the answer as a document that the parser must read, in this run or the next. */
export async function markDocument(database: Database, id: number): Promise<void> {
  await database.query('UPDATE ingest.fetched SET is_document = true WHERE id = $1', [id])
}

/** Gives the highest row that no run has observed, at which a run that reads leftovers ends. */
export async function lastUnobserved(database: Database, source: string): Promise<number> {
  const { rows } = await database.query<{ id: number | null }>(
    'SELECT max(id) AS id FROM ingest.fetched WHERE source = $1 AND observed_at IS NULL',
    [source],
  )
  return rows[0]?.id ?? 0
}

/**
 * Marks documents as observed after a run ended well, its own and those of earlier runs that it read. It also marks
 * the listings that it followed to their end: before that, their address must not answer "not modified".
 */
export async function markObserved(
  database: Database,
  run: {
    readonly source: string
    readonly run_id: string
    readonly read_up_to: number
    readonly listings: readonly number[]
  },
): Promise<void> {
  await database.query(
    `UPDATE ingest.fetched SET observed_at = now(), observed_run_id = $2
     WHERE source = $1 AND observed_at IS NULL
       AND ((is_document AND (run_id = $2 OR id <= $3)) OR id = ANY ($4::bigint[]))`,
    [run.source, run.run_id, run.read_up_to, run.listings],
  )
}

type Span = { readonly since?: string | null; readonly until?: string | null }

/** Gives the documents of a source that were fetched in a span of time, in the order of their fetch. */
export function readDocuments(
  database: Database,
  source: string,
  { since = null, until = null }: Span,
): AsyncGenerator<FetchedRow> {
  return readPages(
    database,
    `($3::timestamptz IS NULL OR fetched_at >= $3) AND ($4::timestamptz IS NULL OR fetched_at < $4)`,
    source,
    [since, until],
  )
}

/** Gives the documents up to a row that earlier runs fetched and did not observe. */
export function readUnobserved(database: Database, source: string, upTo: number): AsyncGenerator<FetchedRow> {
  return readPages(database, 'observed_at IS NULL AND id <= $3', source, [upTo])
}

/** Reads one page of rows at a time. */
async function* readPages(
  database: Database,
  condition: string,
  source: string,
  values: readonly unknown[],
): AsyncGenerator<FetchedRow> {
  let after = 0
  for (;;) {
    const { rows } = await database.query<FetchedRow>(
      `SELECT ${ROW} FROM ingest.fetched WHERE source = $1 AND id > $2 AND is_document AND ${condition}
       ORDER BY id LIMIT ${PAGE_ROWS}`,
      [source, after, ...values],
    )
    yield* rows
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)!.id
  }
}

export function documentOf(
  store: ObjectStore,
  { name, url, fetched_at, sha256 }: FetchedRow,
): ArchivedDocument {
  return {
    name,
    url,
    fetched_at,
    sha256,
    async load() {
      const bytes = await store.get(sha256)
      if (bytes === null)
        throw new LegislogError('object_missing', `the object store lacks ${sha256}, the answer of ${url}`)
      return bytes
    },
  }
}
