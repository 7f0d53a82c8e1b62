import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'

/** A request uses one core. Parallel workers would take cores from other requests, and time to start. */
const SESSION = ['max_parallel_workers_per_gather=0']
/**
 * The statements of a lookup, and of a search for words, have one good plan for all values. To plan them for each call takes
 * as much CPU of Postgres as to run them.
 */
export const LOOKUP_SESSION: readonly string[] = [...SESSION, 'plan_cache_mode=force_generic_plan']

export type ApiDatabases = {
  readonly database: Database
  /** The database that rows are read from: a replica, or the primary. */
  readonly reads: Database
  /** Connections to the same database for lookups of addresses and searches for words. */
  readonly lookups: Database
  end(): Promise<void>
}

/** Creates the connections for requests, with a statement timeout for answers. */
export function createApiDatabases(settings: Settings, applicationName: string): ApiDatabases {
  const limited = { ...settings, database_statement_timeout_ms: settings.api_statement_timeout_ms }
  const url = settings.database_read_url
  const database = createDatabase(limited, { application_name: applicationName, session: SESSION })
  const reads =
    url === ''
      ? database
      : createDatabase(limited, { url, application_name: `${applicationName} reads`, session: SESSION })
  const lookups = createDatabase(limited, {
    ...(url === '' ? {} : { url }),
    application_name: `${applicationName} lookups`,
    session: LOOKUP_SESSION,
  })
  return {
    database,
    reads,
    lookups,
    async end() {
      await Promise.all([...new Set([database, reads, lookups])].map((pool) => pool.end()))
    },
  }
}
