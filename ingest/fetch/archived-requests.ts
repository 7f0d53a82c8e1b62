import type { Clock } from '../../runtime/clock.ts'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Answer, ArchivedDocument, Download } from '../source-interface/feed.ts'
import { documentOf, type FetchedRow, lastFetched, saveAnswer } from './archive.ts'
import type { Client } from './http/client.ts'
import type { Validators } from './http/failure.ts'

export type ArchivedRequestsOptions = {
  readonly database: Database
  readonly store: ObjectStore
  readonly clock: Clock
  readonly client: Client
  readonly source: string
  readonly run_id: string
  readonly address: string
}

/** Sends the requests of one run. Each answer is in the archive before the feed sees it. */
export type ArchivedRequests = {
  /** Gives null if nothing changed since the answer was read, by the publisher's word or by its bytes. */
  readonly answerTo: (download: Download) => Promise<Answer | 'missing' | null>
  readonly urlOf: (url: string) => URL
  /** Gives the row at the time of the answer. Throws for a document that is not one of these answers. */
  readonly rowOf: (document: ArchivedDocument) => FetchedRow
  /** Gives the rows of all answers so far. */
  readonly rows: () => readonly number[]
  readonly counts: () => { readonly bytes: number; readonly unmodified: number }
  /** Gives the first requested address if no requested address existed. */
  readonly nothingThere: () => URL | null
}

const NO_VALIDATORS: Validators = { etag: null, last_modified: null }

export function createArchivedRequests(options: ArchivedRequestsOptions): ArchivedRequests {
  const { database, store, clock, client, source, run_id } = options
  const rows = new WeakMap<ArchivedDocument, FetchedRow>()
  const answered = new Set<number>()
  let bytes = 0
  let unmodified = 0
  let isAnythingThere = false
  let firstMissing: URL | null = null
  const urlOf = (url: string): URL => new URL(url, `${options.address}/`)

  return {
    async answerTo(download) {
      const url = urlOf(download.url)
      const isConditional = download.conditional !== false
      const last = await lastFetched(database, source, url.href)
      // If the store lost the bytes, the request must not claim that we have them.
      const isStored =
        last !== null && (last.is_observed || last.is_document) && (await store.has(last.sha256))
      const validators = isConditional && isStored ? last : NO_VALIDATORS
      const fetchedAt = clock.now().toISOString()
      const { status, headers, body } = await client.get(url, download, validators)
      if (status === 404 || status === 410) {
        firstMissing ??= url
        return 'missing'
      }
      isAnythingThere = true
      if (status === 304) {
        unmodified += 1
        return null
      }
      bytes += body.length
      const answer = {
        source,
        run_id,
        name: download.name,
        url: url.href,
        media_type: headers['content-type'] ?? 'application/octet-stream',
        fetched_at: fetchedAt,
        etag: headers.etag ?? null,
        last_modified: headers['last-modified'] ?? null,
        body,
      }
      const row = await saveAnswer(database, store, answer, last)
      if (isConditional && isStored && row.id === last.id) {
        unmodified += 1
        return null
      }
      answered.add(row.id)
      const document = documentOf(store, row)
      rows.set(document, row)
      return { status, headers, body, document }
    },
    urlOf,
    rowOf(document) {
      const row = rows.get(document)
      if (row !== undefined) return row
      throw new TypeError(`${source} yields a document that it did not fetch: ${document.name}`)
    },
    rows: () => [...answered],
    counts: () => ({ bytes, unmodified }),
    nothingThere: () => (isAnythingThere ? null : firstMissing),
  }
}
