import { createDatabase, type Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { placeSettableClock, setClockAhead } from './settable-clock.ts'

export type OffsetClockDatabase = { readonly database: Database; jump(by_s: number): Promise<void> }

/** A pool on a test database whose clock is off by this many seconds, as on a host whose time was set. */
export async function createOffsetClockDatabase(
  settings: Settings,
  owner: Database,
): Promise<OffsetClockDatabase> {
  await placeSettableClock(owner, settings.database_url)
  const database = createDatabase(settings, { application_name: 'legislog moved test' })
  cleanUp(() => database.end())
  return {
    database,
    jump: (by_s) => setClockAhead(owner, by_s),
  }
}
