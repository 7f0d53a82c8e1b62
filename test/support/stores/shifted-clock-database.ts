import pg from 'pg'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A database whose clock can be moved: `now()` and `clock_timestamp()` of all statements show the shifted time. */
export async function createShiftedClockDatabase(overrides: Partial<Settings>): Promise<TestDatabase> {
  const test = await createTestDatabase(overrides)
  // The search path is read when a connection is opened, so this one is not from the pool.
  const client = new pg.Client({ connectionString: test.url })
  await client.connect()
  try {
    const name = client.escapeIdentifier(new URL(test.url).pathname.slice(1))
    await client.query(`
      CREATE SCHEMA shifted;
      CREATE TABLE shifted.clock (by interval NOT NULL);
      INSERT INTO shifted.clock VALUES ('0');
      CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        'SELECT pg_catalog.clock_timestamp() + by FROM shifted.clock';
      CREATE FUNCTION shifted.now() RETURNS timestamptz LANGUAGE sql STABLE AS
        'SELECT pg_catalog.now() + by FROM shifted.clock';
      ALTER DATABASE ${name} SET search_path = shifted, pg_catalog, public;`)
  } finally {
    await client.end()
  }
  return test
}

/** Shifts the clock of the server by this much, as after a step of NTP. */
export async function shiftClock(database: Database, by: string): Promise<void> {
  await database.query('UPDATE shifted.clock SET by = $1', [by])
}

/** Stops the clock of the server, so only `shiftClock` moves it. */
export async function standClock(database: Database, at = '2026-03-02T09:00:00Z'): Promise<void> {
  await database.query(
    `CREATE OR REPLACE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
       'SELECT timestamptz ''${at}'' + by FROM shifted.clock'`,
  )
}
