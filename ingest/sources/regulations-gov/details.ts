import { UpstreamError } from '../../fetch/http/upstream-error.ts'
import type { ArchivedDocument, Download, Fetching } from '../../source-interface/feed.ts'
import type { Row } from './listing.ts'

/** Requests of one run besides the listings. The limit is a thousand an hour. */
const MOST_DETAILS = 150

/**
 * Fetches what only single answers have, for documents that are open for comments: the docket (once a run),
 * the detail and the count of comments. Dockets come before the page with their documents, because they are
 * observed together.
 */
export function createDetails(fetching: Fetching) {
  const dockets = new Set<string>()
  let asked = 0

  async function* ask(path: string, name: string): AsyncGenerator<ArchivedDocument> {
    if (asked === MOST_DETAILS) {
      fetching.log.info({ most: MOST_DETAILS }, 'no more details in this run')
    }
    asked += 1
    if (asked > MOST_DETAILS) return
    const answer = await found(fetching, { url: path, name: `regulations-gov/${name}.json`, expects: 'json' })
    if (answer !== null) yield answer.document
  }

  return {
    async *before(rows: readonly Row[]): AsyncGenerator<ArchivedDocument> {
      for (const { docket_id, is_open } of rows) {
        if (!is_open || docket_id === null || dockets.has(docket_id)) continue
        dockets.add(docket_id)
        yield* ask(`dockets/${encodeURIComponent(docket_id)}`, `docket_${docket_id}`)
      }
    },
    async *after(rows: readonly Row[]): AsyncGenerator<ArchivedDocument> {
      for (const { id } of rows.filter(({ is_open }) => is_open)) {
        const path = encodeURIComponent(id)
        yield* ask(`documents/${path}`, `document_${id}`)
        yield* ask(`document-comments-received-counts/${path}`, `comment-count_${id}`)
      }
    },
  }
}

/** If the comment service does not know a document, it answers 400 or 500. Then there is no count. */
async function found(fetching: Fetching, download: Download) {
  try {
    return await fetching.find(download)
  } catch (error) {
    const isAboutThis =
      error instanceof UpstreamError &&
      (error.code === 'upstream_rejected' || (error.fault.status ?? 0) >= 500) &&
      error.fault.status !== 503
    if (!isAboutThis) throw error
    fetching.log.warn({ url: download.url, status: error.fault.status }, 'no such detail')
    return null
  }
}
