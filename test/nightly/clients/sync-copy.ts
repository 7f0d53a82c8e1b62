import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { retryUntilAnswered } from '../../../bench/service/retry-until.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'

type Item = { readonly id: Id; readonly deleted?: boolean; readonly updated_at: string }
export type Id = number | string

/** A collection, its path, and the table of its tombstones: `bills t WHERE …`. */
export type Collection = { readonly path: string; readonly page: number; readonly tombstones: string }

type Page = { readonly data: Item[]; readonly next_cursor: string | null }

/** A customer's copy of a collection, synced by `updated_since` alone, over APIs of which some may be dead. */
export type SyncCopy = {
  readonly collection: Collection
  /** A hash of each row; `deleted` for tombstones. */
  readonly rows: ReadonlyMap<Id, string>
  readonly pages: () => number
  readonly failures: () => number
  /** One walk over what has changed. */
  poll(): Promise<void>
}

const TIMEOUT_MS = 10_000
const POLL_MS = 500

export function createSyncCopy(collection: Collection, apiUrls: readonly string[], token: string): SyncCopy {
  const { path, page: pageSize } = collection
  const rows = new Map<Id, string>()
  let since = '1970-01-01'
  let pages = 0
  let failures = 0

  async function fetchPage(cursor: string | null): Promise<Page & { sync_through: string }> {
    const query = new URLSearchParams({ updated_since: since, include: 'deleted', limit: String(pageSize) })
    if (cursor !== null) query.set('cursor', cursor)
    try {
      const url = apiUrls[pages % apiUrls.length]!
      return await get(`${url}${path}?${query}`, token)
    } catch (error) {
      failures += 1
      throw error
    } finally {
      // Each page comes from a different API than the one before: they share only the tables.
      pages += 1
    }
  }

  return {
    collection,
    rows,
    pages: () => pages,
    failures: () => failures,
    async poll() {
      let cursor: string | null = null
      let syncThrough = since
      do {
        const page: Page & { sync_through: string } = await retryUntilAnswered(() => fetchPage(cursor))
        for (const item of page.data) rows.set(item.id, fingerprint(item))
        syncThrough = page.sync_through
        cursor = page.next_cursor
      } while (cursor !== null)
      since = syncThrough
    },
  }
}

/** Polls until it is stopped; stopping waits for the current walk. */
export function keepPolling(copies: readonly SyncCopy[]): { stop(): Promise<void> } {
  let goesOn = true
  const polling = Promise.all(
    copies.map(async (copy) => {
      while (goesOn) {
        await copy.poll()
        await delay(POLL_MS)
      }
    }),
  )
  // `stop` throws it.
  polling.catch(() => {})
  return {
    async stop() {
      goesOn = false
      await polling
    },
  }
}

/** The id of a bill, once it is visible. */
export async function idOf(identifier: string, apiUrl: string, token: string): Promise<Id> {
  return retryUntilAnswered(async () => {
    const { data } = await get(`${apiUrl}/v1/bills?${new URLSearchParams({ q: identifier })}`, token)
    if (data[0] === undefined) throw new Error(`${identifier} is not shown`)
    return data[0].id
  })
}

/** The whole collection as a new reader sees it, without tombstones. */
export async function walk(path: string, apiUrl: string, token: string): Promise<Map<Id, string>> {
  const rows = new Map<Id, string>()
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ limit: '200', ...(cursor === null ? {} : { cursor }) })
    const page: Page = await get(`${apiUrl}${path}?${query}`, token)
    for (const item of page.data) rows.set(item.id, fingerprint(item))
    cursor = page.next_cursor
  } while (cursor !== null)
  return rows
}

function fingerprint(item: Item): string {
  return item.deleted === true ? `deleted ${item.updated_at}` : hash('sha1', canonicalJson(item))
}

async function get(url: string, token: string): Promise<Page & { sync_through: string }> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
  const page = (await answer.json()) as Page
  return { ...page, sync_through: answer.headers.get('x-sync-through') ?? '' }
}
