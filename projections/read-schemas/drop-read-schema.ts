import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { DROP_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { earlierSql } from '../../runtime/postgres/earlier-clock.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { lockReadSchemas, requireReadSchemaName } from './read-schema.ts'

/** Readers of a dropped table make the drop wait, and its waiting lock blocks all later readers. */
const SHORT_LOCK_TIMEOUT = "SET LOCAL lock_timeout = '500ms'"

/** Marks it, so that projectors stop using it and do not create its tables again. Throws `usage` for the live one. */
export async function markDropping(database: Database, name: string): Promise<void> {
  requireReadSchemaName(name)
  await inTransaction(database, async (client) => {
    await lockReadSchemas(client)
    const { rows } = await client.query<{ is_live: boolean }>(
      `UPDATE control.read_schema SET state = CASE WHEN is_live THEN state ELSE 'dropping' END
       WHERE name = $1 RETURNING is_live`,
      [name],
    )
    if (rows[0] === undefined) throw new LegislogError('not_found', `read schema ${name} does not exist`)
    if (rows[0].is_live) throw new LegislogError('usage', `${name} is live: it cannot be dropped`)
  })
}

/**
 * Drops a marked read schema, one table per transaction, then its records. Returns false if a table is in use: try
 * again later.
 */
export async function dropMarked(database: Database, name: string): Promise<boolean> {
  const { rows } = await database.query<{ table: string }>(
    `SELECT c.relname AS table FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' ORDER BY 1`,
    [name],
  )
  const statements = [
    ...rows.map(({ table }) => `DROP TABLE IF EXISTS ${name}.${table}`),
    `DROP SCHEMA IF EXISTS ${name} CASCADE`,
    `DELETE FROM control.log_fault WHERE noticed_by = '${name}'`,
    `DELETE FROM control.read_schema WHERE name = '${name}' AND state = 'dropping'`,
  ]
  for (const statement of statements) {
    try {
      await inTransaction(database, (client) => client.query(`${SHORT_LOCK_TIMEOUT}; ${statement}`))
    } catch (error) {
      if (isTransient(error)) return false
      throw error
    }
  }
  return true
}

/** Drops read schemas that are marked or past their time, one process at a time. */
export async function dropExpired(database: Database, log: Log, clock: Clock): Promise<void> {
  const { rows } = await database.query<{ name: string; is_marked: boolean }>(
    `SELECT name, state = 'dropping' AS is_marked FROM control.read_schema
     WHERE NOT is_live AND (state = 'dropping' OR keep_until < ${earlierSql('$1')})`,
    [clock.now()],
  )
  if (rows.length === 0) return
  await tryWithAdvisoryLock(database, DROP_LOCK, async () => {
    for (const { name, is_marked } of rows) {
      if (!is_marked) await markDropping(database, name)
      if (await dropMarked(database, name)) log.info({ read_schema: name }, 'dropped a read schema')
    }
  })
}
