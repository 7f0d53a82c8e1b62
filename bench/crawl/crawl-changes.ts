import { Pool } from 'undici'
import type { Crawled } from '../crawl.ts'

type Page = { readonly data: readonly unknown[]; readonly next_cursor: string | null }

const SINCE = '1970-01-01'

/** Every changed bill since the beginning, page by page of 200; `most` rows where not all are wanted. */
export async function crawlChanges(
  origin: string,
  token: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Crawled> {
  const pool = new Pool(origin, { connections: 1 })
  const headers = { authorization: `Bearer ${token}` }
  let rows = 0
  let bytes = 0
  try {
    for (let cursor: string | null = ''; cursor !== null && rows < most; ) {
      const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/v1/bills?limit=200&include=deleted&updated_since=${SINCE}${after}`,
        headers,
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`answered ${statusCode}: ${text}`)
      const page = JSON.parse(text) as Page
      rows += page.data.length
      bytes += Buffer.byteLength(text)
      cursor = page.next_cursor
    }
    return { rows, bytes }
  } finally {
    await pool.close()
  }
}
