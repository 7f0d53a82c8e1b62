import type { PoolClient } from 'pg'
import { type Database, withSession } from '../../runtime/postgres/postgres.ts'

/**
 * The session with Postgres in which a relay does all its work. Its locks are the relay's leases, and they fence
 * everything that is claimed and acked in it.
 */
export type LeaseSession = {
  readonly client: PoolClient
  isLost(): boolean
  /** Throws if another relay has the leases. It asks Postgres only if Postgres has not answered for a while. */
  confirm(): Promise<void>
  /**
   * Keeps the session alive while `work` waits for something other than Postgres. Nothing else may use the session
   * meanwhile.
   */
  keepWhile<T>(work: () => Promise<T>): Promise<T>
}

/** A relay that is silent for this long counts as dead, stopped or disconnected, and Postgres ends its session. */
const LEASE_MS = 5_000
const BEAT_MS = 1_000

/**
 * Postgres itself ends the session of a silent relay: one that died while a statement waits, one that was stopped
 * between statements or within a transaction, and one that no longer reads the answer to a statement.
 */
const END_WHEN_SILENT = `SET idle_session_timeout = ${LEASE_MS};
  SET idle_in_transaction_session_timeout = ${LEASE_MS};
  SET tcp_user_timeout = ${LEASE_MS};
  SET client_connection_check_interval = 1000;
  SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3`

export async function withLeaseSession(
  database: Database,
  onEvent: () => void,
  work: (session: LeaseSession) => Promise<void>,
): Promise<void> {
  return withSession(database, (client) => inSession(client, onEvent, work))
}

async function inSession(
  client: PoolClient,
  onEvent: () => void,
  work: (session: LeaseSession) => Promise<void>,
): Promise<void> {
  let isLost = false
  let answered_ms = performance.now()
  const lose = () => {
    isLost = true
    onEvent()
  }
  client.on('error', lose).on('end', lose).on('notification', onEvent)

  async function beat(): Promise<void> {
    await client.query('SELECT')
    answered_ms = performance.now()
  }

  const session: LeaseSession = {
    client,
    isLost: () => isLost,
    async confirm() {
      if (performance.now() - answered_ms > BEAT_MS) await beat()
    },
    async keepWhile(waiting) {
      let beating: Promise<void> | undefined
      const timer = setInterval(() => {
        beating ??= beat()
          .catch(lose)
          .finally(() => {
            beating = undefined
          })
      }, BEAT_MS)
      try {
        return await waiting()
      } finally {
        clearInterval(timer)
        await beating
      }
    },
  }

  await client.query(END_WHEN_SILENT)
  await work(session)
}
