import { readTables } from '../../projections/tables/read-tables.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'

/**
 * Waits until the server has finished its work for the last stage. The time of its checkpointer and vacuum counts for
 * the stage in which they run, which would otherwise be the wrong one.
 */
export async function settle(database: Queryable): Promise<void> {
  await database.query('CHECKPOINT')
}

/**
 * Turns off autovacuum in the tables of a read schema: at some sizes it would run in the middle of the floor.
 */
export async function leaveAlone(database: Queryable, readSchema: string): Promise<void> {
  const statements = readTables.map(
    ({ name }) =>
      `ALTER TABLE ${readSchema}.${name} SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)`,
  )
  await database.query(statements.join(';\n'))
}
