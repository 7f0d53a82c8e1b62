import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'

/** A request takes one core: workers of Postgres beside it would take those of other requests, and time to start. */
const SESSION = ['max_parallel_workers_per_gather=0']

export type ApiDatabases = {
  readonly database: Database
  /** The database that rows are read from: a replica, or the primary. */
  readonly reads: Database
  end(): Promise<void>
}

/** The connections that requests are answered with, whose statements last no longer than those of an answer may. */
export function createApiDatabases(settings: Settings, applicationName: string): ApiDatabases {
  const limited = { ...settings, database_statement_timeout_ms: settings.api_statement_timeout_ms }
  const url = settings.database_read_url
  const database = createDatabase(limited, { application_name: applicationName, session: SESSION })
  const reads =
    url === ''
      ? database
      : createDatabase(limited, { url, application_name: `${applicationName} reads`, session: SESSION })
  return {
    database,
    reads,
    async end() {
      await Promise.all([...new Set([database, reads])].map((pool) => pool.end()))
    },
  }
}
