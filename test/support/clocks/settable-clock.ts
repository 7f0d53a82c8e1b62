import type { Database } from '../../../runtime/postgres/postgres.ts'

/** Gives a database a clock that can be set, and that every later connection uses. */
export async function placeSettableClock(owner: Database, database_url: string): Promise<void> {
  await owner.query(`
    CREATE SCHEMA moved;
    CREATE TABLE moved.clock (by_s double precision NOT NULL);
    INSERT INTO moved.clock VALUES (0);
    CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
      AS 'SELECT pg_catalog.clock_timestamp() + by_s * interval ''1 second'' FROM moved.clock'`)
  // It must come before pg_catalog, which is first by default.
  const { pathname } = new URL(database_url)
  await owner.query(`ALTER DATABASE ${pathname.slice(1)} SET search_path = moved, pg_catalog, public`)
}

export async function setClockAhead(owner: Database, by_s: number): Promise<void> {
  await owner.query('UPDATE moved.clock SET by_s = $1', [by_s])
}
