import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { cleanUp } from '../harness/clean-up.ts'

type Query = (...args: unknown[]) => unknown

/**
 * A pool on the same database that delays some COMMITs, so that transactions end in a different order than they
 * began.
 */
export function createSlowDatabase(settings: Settings, late_ms: () => number): Database {
  const database = createDatabase(settings, { application_name: 'legislog slow test' })
  const patched = new WeakSet<pg.PoolClient>()
  database.on('connect', (client) => {
    if (patched.has(client)) return
    patched.add(client)
    const query = client.query.bind(client) as Query
    client.query = ((...args: unknown[]) =>
      args[0] === 'COMMIT' ? delay(late_ms()).then(() => query(...args)) : query(...args)) as never
  })
  cleanUp(async () => {
    if (!database.ended) await database.end()
  })
  return database
}
