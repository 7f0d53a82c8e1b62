import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { changesPages } from '../service/changes-pages.ts'

export type ChangesCopy = {
  readonly rows: number
  readonly pages: number
  /** Faults of answers: failures, or times that go back. */
  readonly faults: readonly string[]
  /** Rows of the table that are different or missing in the copy. */
  readonly missed: number
}

const PAUSE_MS = 200

/** A client that keeps a copy of everything that changes after `since`, across swaps. */
export function followChanges(options: {
  readonly origin: string
  readonly token: string
  readonly since: string
}) {
  const { origin, token } = options
  const pool = new Pool(origin, { connections: 1 })
  const rows = new Map<number, string>()
  const faults: string[] = []
  const stopping = new AbortController()
  let since = options.since
  let pages = 0

  async function walk(): Promise<void> {
    let next = since
    for await (const { data, sync_through } of changesPages(pool, token, since)) {
      for (const { id, updated_at, deleted = false } of data) rows.set(id, `${updated_at} ${deleted}`)
      next = sync_through
      pages += 1
    }
    if (next < since) faults.push(`X-Sync-Through went back from ${since} to ${next}`)
    since = next
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await walk().catch((error) => faults.push(String(error)))
      await delay(PAUSE_MS)
    }
  }
  const running = run()
  return {
    /** The time up to which the copy is complete. */
    through: () => since,
    /** Ends after one more walk and compares the copy with the table. */
    async end(database: Database, readSchema: string): Promise<ChangesCopy> {
      stopping.abort()
      await running
      await walk().catch((error) => faults.push(String(error)))
      const { rows: table } = await database.query<{ id: number; content: string }>(
        `SELECT id, to_char(updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || deleted AS content
           FROM ${readSchema}.bills WHERE present AND updated_at >= $1 AND updated_at < $2`,
        [options.since, since],
      )
      await pool.close()
      const missed = table.filter(({ id, content }) => rows.get(id) !== content).length
      return { rows: rows.size, pages, faults, missed }
    },
  }
}
