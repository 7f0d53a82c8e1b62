import { createDatabase, type Database } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { cleanUp } from './clean-up.ts'

export type MovedDatabase = { readonly database: Database; jump(by_s: number): Promise<void> }

/** A pool on a test database whose clock is so many seconds off, as it is on a host whose time was set. */
export async function moveDatabaseClock(settings: Settings, owner: Database): Promise<MovedDatabase> {
  await owner.query(`
    CREATE SCHEMA moved;
    CREATE TABLE moved.clock (by_s double precision NOT NULL);
    INSERT INTO moved.clock VALUES (0);
    CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
      AS 'SELECT pg_catalog.clock_timestamp() + by_s * interval ''1 second'' FROM moved.clock'`)
  // Before pg_catalog, which else is always looked into first.
  const url = new URL(settings.database_url)
  await owner.query(`ALTER DATABASE ${url.pathname.slice(1)} SET search_path = moved, pg_catalog, public`)
  const database = createDatabase(settings, { application_name: 'legislog moved test' })
  cleanUp(() => database.end())
  return {
    database,
    jump: async (by_s) => void (await owner.query('UPDATE moved.clock SET by_s = $1', [by_s])),
  }
}
