import type { Database } from '../../runtime/postgres/postgres.ts'
import type { ArchivedDocument, Feed, Fetching } from '../source-interface/feed.ts'
import { markDocument } from './archive.ts'
import type { ArchivedRequests } from './archived-requests.ts'

type Fetched = {
  readonly feed: Feed
  readonly fetching: Fetching
  readonly requests: ArchivedRequests
  readonly database: Database
  readonly signal: AbortSignal
}

/** Fetches the documents of a feed and gives those whose bytes were not read before. */
export async function* newDocuments(fetched: Fetched): AsyncGenerator<ArchivedDocument> {
  const { feed, fetching, requests, database, signal } = fetched
  for await (const document of feed.fetch(fetching)) {
    signal.throwIfAborted()
    const row = requests.rowOf(document)
    // These bytes were read before: by a run that ended well, or at the start of this run.
    if (row.is_observed || row.is_document) continue
    await markDocument(database, row.id)
    yield document
  }
}

/** Fetches a feed whose documents refer to each other and gives all of them if one is new. */
export async function* wholeSet(fetched: Fetched): AsyncGenerator<ArchivedDocument> {
  const { feed, fetching, requests, database, signal } = fetched
  const documents: ArchivedDocument[] = []
  for await (const document of feed.fetch(fetching)) {
    signal.throwIfAborted()
    documents.push(document)
  }
  const fresh = documents.filter((document) => !requests.rowOf(document).is_observed)
  if (fresh.length === 0) return
  // Mark documents only when all have come: if the set breaks off, its new documents count as new the next time.
  for (const document of fresh) await markDocument(database, requests.rowOf(document).id)
  yield* documents
}
