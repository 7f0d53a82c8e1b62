import { Pool } from 'undici'
import { changesPages } from './changes-pages.ts'

export type Crawled = { readonly rows: number; readonly bytes: number }

const SINCE = '1970-01-01'

/** Every changed bill since the beginning, page by page of 200; at most `most` rows. */
export async function crawlChanges(
  origin: string,
  token: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Crawled> {
  const pool = new Pool(origin, { connections: 1 })
  let rows = 0
  let bytes = 0
  try {
    for await (const page of changesPages(pool, token, SINCE)) {
      rows += page.data.length
      bytes += page.bytes
      if (rows >= most) break
    }
    return { rows, bytes }
  } finally {
    await pool.close()
  }
}
