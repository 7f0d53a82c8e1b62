import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../runtime/postgres/postgres.ts'

const POLL_MS = 50

/** Asks a query of one column until its answer is true. */
export async function untilTrue(database: Database, query: string): Promise<void> {
  for (;;) {
    const { rows } = await database.query<Record<string, boolean>>(query)
    if (Object.values(rows[0] ?? {})[0] === true) return
    await delay(POLL_MS)
  }
}
