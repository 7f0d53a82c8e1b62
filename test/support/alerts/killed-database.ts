import type { PoolClient } from 'pg'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Random } from '../builders/seeded-random.ts'

/** What a process sees when it is killed. */
export class Killed extends Error {
  override name = 'Killed'
}

/**
 * The same connections for a process that may be killed at any statement: before Postgres gets it, or after Postgres did it,
 * which for a COMMIT means that the work is done and nobody knows. Each connection of a killed process is closed.
 */
export function createKilledDatabase(
  database: Database,
  random: Random,
  { chance, onKill }: { readonly chance: () => number; readonly onKill: () => void },
): Database {
  const killable = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        if (name !== 'query') {
          const value: unknown = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        }
        return async (...statement: Parameters<PoolClient['query']>) => {
          const isKilled = random.next() < chance()
          if (isKilled) onKill()
          if (isKilled && random.next() < 0.5) throw new Killed()
          const result = await target.query(...statement)
          if (isKilled) throw new Killed()
          return result
        }
      },
    })
  return new Proxy(database, {
    get(target, name) {
      if (name === 'connect') return async () => killable(await target.connect())
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
