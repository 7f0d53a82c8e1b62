import type { Pool } from 'undici'

export type ChangesPage = {
  readonly data: readonly { readonly id: number; readonly updated_at: string; readonly deleted?: boolean }[]
  readonly bytes: number
  /** The `updated_since` of the next walk. */
  readonly sync_through: string
}

/** One walk over all bills that have changed since a time, tombstones too. Throws if a response is not 200. */
export async function* changesPages(
  pool: Pool,
  token: string,
  since: string,
): AsyncGenerator<ChangesPage, void, undefined> {
  const headers = { authorization: `Bearer ${token}` }
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = new URLSearchParams({
      limit: '200',
      include: 'deleted',
      updated_since: since,
      ...(cursor === '' ? {} : { cursor }),
    }).toString()
    const answer = await pool.request({ method: 'GET', path: `/v1/bills?${query}`, headers })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${text.slice(0, 200)}`)
    const page = JSON.parse(text) as Pick<ChangesPage, 'data'> & { readonly next_cursor: string | null }
    yield {
      data: page.data,
      bytes: Buffer.byteLength(text),
      sync_through: String(answer.headers['x-sync-through']),
    }
    cursor = page.next_cursor
  }
}
