import { createDatabase, type Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { openContext } from './context.ts'

/** Opens the database for the command of this name and closes it afterwards. */
export async function withDatabase<T>(
  name: string,
  work: (database: Database, settings: Settings) => Promise<T>,
): Promise<T> {
  const { settings } = await openContext({ name, needs: ['postgres'] })
  const database = createDatabase(settings, { application_name: `legislog ${name}` })
  try {
    return await work(database, settings)
  } finally {
    await database.end()
  }
}
