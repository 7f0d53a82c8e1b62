import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Waits } from './waits.ts'

type Page = {
  readonly data: readonly { readonly id: number; readonly updated_at: string }[]
  readonly next_cursor: string | null
}

const PAUSE_MS = 25

/** Asks for the changed bills again and again, as a client does that keeps a copy. Rejects where an answer is not 200. */
export async function pollChanges(options: {
  readonly origin: string
  readonly token: string
  readonly visible: Waits
  readonly signal: AbortSignal
}): Promise<void> {
  const { origin, token, visible, signal } = options
  const pool = new Pool(origin, { connections: 1 })
  const headers = { authorization: `Bearer ${token}` }
  let since = new Date(Date.now() - 1_000).toISOString()
  try {
    while (!signal.aborted) {
      let cursor: string | null = null
      let next = since
      do {
        const query: string = new URLSearchParams({
          limit: '200',
          updated_since: since,
          include: 'deleted',
          ...(cursor === null ? {} : { cursor }),
        }).toString()
        const answer = await pool.request({ method: 'GET', path: `/v1/bills?${query}`, headers })
        const text = await answer.body.text()
        if (answer.statusCode !== 200) throw new Error(`changes: ${answer.statusCode} ${text}`)
        const now = Date.now()
        const page = JSON.parse(text) as Page
        for (const { id, updated_at } of page.data) {
          visible.seenUpTo(id, Date.parse(updated_at), now)
        }
        next = String(answer.headers['x-sync-through'])
        cursor = page.next_cursor
      } while (cursor !== null)
      since = next
      await delay(PAUSE_MS)
    }
  } finally {
    await pool.close()
  }
}
