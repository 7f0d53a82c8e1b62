import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'

/** Locks the bills of a read schema against readers while `work` runs. */
export async function whileBillsAreLocked(
  settings: Settings,
  readSchema: string,
  work: () => Promise<void>,
): Promise<void> {
  const locker = createDatabase(settings, { application_name: 'locker' })
  const client = await locker.connect()
  try {
    await client.query(`BEGIN; LOCK TABLE ${readSchema}.bills IN ACCESS EXCLUSIVE MODE`)
    await work()
  } finally {
    await client.query('ROLLBACK')
    client.release()
    await locker.end()
  }
}
