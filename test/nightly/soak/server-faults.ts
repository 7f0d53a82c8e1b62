import { setTimeout as delay } from 'node:timers/promises'
import { retryUntilAnswered } from '../../../bench/service/retry-until.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { createRedis } from '../../../runtime/redis.ts'
import { readSettings, type Settings } from '../../../runtime/settings/settings.ts'
import { layoutOf } from '../../../stack/home/layout.ts'
import { noProgress } from '../../../stack/install/progress.ts'
import { isAlive, runningProcess } from '../../../stack/processes/process.ts'
import { bringUp } from '../../../stack/stack.ts'

/** Faults of servers that all services of this stack share; all but the first disturb other users of the stack. */
export type Disturbance = { readonly name: string; readonly does: () => Promise<void> }

export function disturbances(database: Database, settings: Settings): readonly Disturbance[] {
  return [
    { name: 'half of the connections to Postgres', does: () => endConnections(database) },
    { name: 'Redis: FLUSHALL', does: () => flushRedis(settings) },
    { name: 'Kafka: kill -9, once it is back', does: killKafka },
    { name: 'Postgres: kill -9 of a backend, so all crash', does: () => crashPostgres(database) },
  ]
}

async function endConnections(database: Database): Promise<void> {
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.5`,
  )
}

export async function flushRedis(settings: Settings): Promise<void> {
  const redis = createRedis(settings, { for: 'producer' })
  try {
    await retryUntilAnswered(() => redis.flushall(), 20_000)
  } finally {
    redis.disconnect()
  }
}

/** Starts missing servers of the stack of this home, like `legislog stack up`. */
async function killKafka(): Promise<void> {
  const settings = readSettings(process.env)
  const mark = await runningProcess(layoutOf(settings).pidFile('kafka'))
  if (mark === undefined) throw new Error('the private Kafka does not run')
  process.kill(mark.pid, 'SIGKILL')
  // It would count as running as long as it exists.
  while (await isAlive(mark)) await delay(20)
  // A client that tries to connect may have taken its port for a moment.
  await retryUntilAnswered(() => bringUp(settings, noProgress))
}

/** A backend that dies by a signal may have left shared memory in disorder: Postgres ends all and recovers. */
async function crashPostgres(database: Database): Promise<void> {
  const { rows } = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`,
  )
  if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL')
}
