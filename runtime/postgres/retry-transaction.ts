import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { backoff_ms } from '../backoff.ts'
import type { Log } from '../log.ts'
import { type Database, inTransaction } from './postgres.ts'
import { isTransient } from './transient.ts'

const ATTEMPTS = 9
/** Two transactions that met in a deadlock must not meet again, so the pause varies widely. */
const PAUSE = { first_ms: 50, longest_ms: 3_000, jitter: 0.5 } as const

/** Repeats work that a deadlock, a lost connection or a server restart interrupted, for about ten seconds. */
export async function retryTransient<T>(log: Log, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error
      log.warn({ reason: String(error), attempt }, 'the database interrupted the work; it is tried again')
      await delay(backoff_ms(PAUSE, attempt))
    }
  }
}

const ASK_AGAIN_MS = 50

/**
 * Does the same for a transaction. If only the answer to its COMMIT was lost, the transaction is not repeated and its
 * result is returned.
 */
export async function retryTransaction<T>(
  database: Database,
  log: Log,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  let tried: { readonly xid: string; readonly result: T } | undefined
  return retryTransient(log, async () => {
    if (tried !== undefined && (await wasCommitted(database, tried.xid))) return tried.result
    tried = undefined
    return inTransaction(database, async (client) => {
      const result = await work(client)
      const { rows } = await client.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid')
      tried = { xid: rows[0]!.xid, result }
      return result
    })
  })
}

/** Waits while the transaction is still ending. */
async function wasCommitted(database: Database, xid: string): Promise<boolean> {
  for (;;) {
    const { rows } = await database.query<{ status: string | null }>(
      'SELECT pg_xact_status($1::xid8) AS status',
      [xid],
    )
    const status = rows[0]?.status
    if (status !== 'in progress') return status === 'committed'
    await delay(ASK_AGAIN_MS)
  }
}
