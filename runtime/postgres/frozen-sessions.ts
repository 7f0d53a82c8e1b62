import type { Log } from '../log.ts'
import { pause } from '../pause.ts'
import type { Database } from './postgres.ts'

export type FrozenSessionsWatch = { stop(): Promise<void> }

const POLL_MS = 4_000
const SIGHTINGS = 5

/** A session of ours that waits for its client in the middle of a statement. */
type Waiting = {
  readonly backend_pid: number
  readonly application_name: string
  readonly backend_start: string
  readonly query_start: string
  /** Progress of a COPY. */
  readonly bytes: string
  readonly query: string
}

/**
 * Ends sessions of processes that froze in the middle of a COPY or of reading a result, while others wait for
 * their locks. No timeout of Postgres applies there, and the connection of a frozen process stays alive. Only
 * sessions of legislog are ended, and only if they made no progress in five checks, twenty seconds in all.
 * Checks are counted instead of time, so that a machine that slept does not end sessions when it wakes. The
 * transaction of an ended session is rolled back.
 */
export function watchFrozenSessions(options: {
  readonly database: Database
  readonly log: Log
  readonly look_ms?: number
}): FrozenSessionsWatch {
  const { database, log, look_ms = POLL_MS } = options
  const stopping = new AbortController()
  let seen = new Map<string, number>()

  async function look(): Promise<void> {
    const now = new Map<string, number>()
    for (const session of await findWaiting(database)) {
      const { backend_pid, backend_start, query_start, bytes } = session
      const key = [backend_pid, backend_start, query_start, bytes].join(' ')
      const looks = (seen.get(key) ?? 0) + 1
      now.set(key, looks)
      if (looks < SIGHTINGS || !(await endWhereOthersWait(database, session))) continue
      log.error(
        session,
        'a process is frozen in a statement while others wait for its locks: its session was ended',
      )
    }
    seen = now
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) =>
        log.warn({ err: error }, 'could not look for sessions of frozen processes'),
      )
      await pause(look_ms, stopping.signal, { ref: false })
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const IS_FROZEN_SQL = "a.state = 'active' AND a.wait_event_type = 'Client'"

async function findWaiting(database: Database): Promise<Waiting[]> {
  const { rows } = await database.query<Waiting>(
    `SELECT a.pid AS backend_pid, a.application_name, a.backend_start, a.query_start,
       coalesce(c.bytes_processed, 0)::text AS bytes, left(a.query, 200) AS query
     FROM pg_catalog.pg_stat_activity a LEFT JOIN pg_catalog.pg_stat_progress_copy c USING (pid)
     WHERE a.datname = current_database() AND a.usename = current_user AND a.application_name LIKE 'legislog %'
       AND ${IS_FROZEN_SQL}`,
  )
  return rows
}

/** Checked again in the statement that ends it: meanwhile the process may have continued. */
async function endWhereOthersWait(
  database: Database,
  { backend_pid, backend_start, query_start }: Waiting,
): Promise<boolean> {
  const { rows } = await database.query<{ is_ended: boolean }>(
    `SELECT pg_terminate_backend(a.pid) AS is_ended FROM pg_catalog.pg_stat_activity a
     WHERE a.pid = $1 AND a.backend_start = $2 AND a.query_start = $3 AND ${IS_FROZEN_SQL} AND EXISTS (
       SELECT FROM pg_catalog.pg_stat_activity w
       WHERE w.wait_event_type = 'Lock' AND a.pid = ANY (pg_blocking_pids(w.pid))
     )`,
    [backend_pid, backend_start, query_start],
  )
  return rows[0]?.is_ended === true
}
