import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { changesPages } from '../service/changes-pages.ts'
import type { Waits } from './waits.ts'

const PAUSE_MS = 25

/** Requests the changed bills again and again, like a client that keeps a copy. Rejects if a response is not 200. */
export async function pollChanges(options: {
  readonly origin: string
  readonly token: string
  readonly visible: Waits
  readonly signal: AbortSignal
}): Promise<void> {
  const { origin, token, visible, signal } = options
  const pool = new Pool(origin, { connections: 1 })
  let since = new Date(Date.now() - 1_000).toISOString()
  try {
    while (!signal.aborted) {
      let next = since
      for await (const { data, sync_through } of changesPages(pool, token, since)) {
        const now = Date.now()
        for (const { id, updated_at } of data) visible.seenUpTo(id, Date.parse(updated_at), now)
        next = sync_through
      }
      since = next
      await delay(PAUSE_MS)
    }
  } finally {
    await pool.close()
  }
}
