import type { TestApi } from './test-api.ts'

type Item = { readonly id: number | string; readonly deleted?: boolean } & Record<string, unknown>

/** A customer's copy of a collection, synced by `updated_since` alone. */
export type SyncClient = {
  readonly copy: ReadonlyMap<number | string, Item>
  readonly pages: () => number
  /** One walk over the changes; the next one starts where this one ended. */
  poll(): Promise<void>
}

export function createSyncClient(api: TestApi, path: string, limit: number): SyncClient {
  const copy = new Map<number | string, Item>()
  let since = '1970-01-01'
  let pages = 0

  async function fetchPage(cursor: string | null) {
    const query = new URLSearchParams({ updated_since: since, include: 'deleted', limit: String(limit) })
    if (cursor !== null) query.set('cursor', cursor)
    const answer = await api.get(`${path}?${query}`)
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
    pages += 1
    const { data, next_cursor } = answer.json() as { data: Item[]; next_cursor: string | null }
    return { data, next_cursor, sync_through: String(answer.headers['x-sync-through']) }
  }

  return {
    copy,
    pages: () => pages,
    async poll() {
      let cursor: string | null = null
      let syncThrough = since
      do {
        const page = await fetchPage(cursor)
        for (const item of page.data) {
          if (item.deleted === true) copy.delete(item.id)
          else copy.set(item.id, item)
        }
        syncThrough = page.sync_through
        cursor = page.next_cursor
      } while (cursor !== null)
      since = syncThrough
    },
  }
}
