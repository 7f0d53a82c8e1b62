import type pg from 'pg'
import { partitionCount } from '../../runtime/kafka/client/kafka-client.ts'
import { READ_SCHEMA_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { topics } from '../../schemas/log/topics.ts'
import { createIndexes, createTables } from '../read-model/table.ts'
import { readTables } from '../tables/read-tables.ts'
import { codeFingerprint } from './code-fingerprint.ts'
import { describeMisfits, findMisfits, NO_TABLES } from './read-schema-fit.ts'

const FIRST = 'read_0001'
const NAME = /^read_\d{4}$/

/** Its state: see control.read_schema. */
export type ReadSchemaState = 'building' | 'projecting' | 'frozen' | 'dropping'

export type ReadSchema = {
  readonly name: string
  readonly is_live: boolean
  readonly state: ReadSchemaState
  readonly watermark: string
  readonly feed_epoch: number
  /** The fingerprint of the code that made its rows. */
  readonly code: string | null
  readonly keep_until: string | null
  readonly created_at: string
}

export async function listReadSchemas(database: Database): Promise<ReadSchema[]> {
  const { rows } = await database.query<ReadSchema>(
    `SELECT name, is_live, state, watermark, feed_epoch, code, keep_until, created_at
     FROM control.read_schema ORDER BY name`,
  )
  return rows
}

/**
 * Ensures that a read schema exists, with its tables and a position in every partition. Without a name it is the live
 * one. The first one becomes live. If all tables are gone, they are created again and the log is read from the start.
 * Rows depend on the log alone, so they come back unchanged. Throws `read_schema_missing` if only some tables are gone,
 * or nothing may write to it.
 */
export async function ensureReadSchema(
  database: Database,
  settings: Settings,
  wanted?: string,
  /** false: throw if it does not exist. */
  mayMake = true,
): Promise<string> {
  if (wanted !== undefined) requireReadSchemaName(wanted)
  return inTransaction(database, async (client) => {
    await lockReadSchemas(client)
    const { rows } = await client.query<Pick<ReadSchema, 'name' | 'is_live' | 'state'>>(
      'SELECT name, is_live, state FROM control.read_schema',
    )
    const live = rows.find(({ is_live }) => is_live)?.name
    const name = wanted ?? live ?? FIRST
    const found = rows.find((row) => row.name === name)
    if (found === undefined) {
      if (!mayMake) throw new LegislogError('read_schema_missing', `${name} does not exist`)
      await client.query('INSERT INTO control.read_schema (name, is_live) VALUES ($1, $2)', [
        name,
        live === undefined,
      ])
    } else if (found.state !== 'projecting') {
      throw new LegislogError(
        'read_schema_missing',
        `${name} is ${found.state}: nothing is projected into it`,
      )
    }
    await ensureTables(client, name)
    await addPositions(client, settings, name)
    return name
  })
}

export function requireReadSchemaName(name: string): void {
  if (NAME.test(name)) return
  throw new LegislogError('usage', `a read schema has a name such as ${FIRST}, not ${JSON.stringify(name)}`)
}

/** Throws `usage` for an invalid name, and `not_found` if no read schema has it. */
export async function requireReadSchema(database: Database, name: string): Promise<void> {
  requireReadSchemaName(name)
  const { rows } = await database.query('SELECT FROM control.read_schema WHERE name = $1', [name])
  if (rows.length === 0) throw new LegislogError('not_found', `read schema ${name} does not exist`)
}

/** Locks the creation, dropping and state changes of read schemas until the transaction ends. */
export async function lockReadSchemas(client: pg.PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [READ_SCHEMA_LOCK])
}

async function ensureTables(client: pg.PoolClient, name: string): Promise<void> {
  const misfits = await findMisfits(client, name)
  if (misfits[0] === NO_TABLES) {
    await forget(client, name)
    await createReadSchema(client, name)
  } else if (misfits.length > 0) {
    throw new LegislogError(
      'read_schema_missing',
      `${describeMisfits(name, misfits)}; legislog rebuild makes one of this version`,
    )
  }
}

/**
 * Events that were read into lost tables count as unread, and readers of changes must not assume otherwise. Dropped
 * events stay dropped.
 */
async function forget(client: pg.PoolClient, name: string): Promise<void> {
  await client.query(
    "UPDATE control.read_schema SET watermark = '-infinity', code = $2, created_at = now() WHERE name = $1",
    [name, codeFingerprint()],
  )
  for (const table of ['position', 'parked_key', 'park_count', 'projector_halt', 'skipped_event']) {
    await client.query(`DELETE FROM control.${table} WHERE read_schema = $1`, [name])
  }
  await client.query('DELETE FROM control.parked_event WHERE read_schema = $1 AND dropped_at IS NULL', [name])
}

async function createReadSchema(client: pg.PoolClient, name: string): Promise<void> {
  const statements = [...createTables(name, readTables), ...createIndexes(name, readTables)]
  await client.query([`CREATE SCHEMA IF NOT EXISTS ${name}`, ...statements].join(';\n'))
}

/**
 * Adds the missing positions of every read schema, also of those that other code made. Until a process reads a topic, the
 * first event in it stops the watermark, so no reader of changes misses what it does not show yet.
 */
export async function addPositionsEverywhere(database: Database, settings: Settings): Promise<void> {
  await inTransaction(database, async (client) => {
    await lockReadSchemas(client)
    const { rows } = await client.query<Pick<ReadSchema, 'name'>>(
      "SELECT name FROM control.read_schema WHERE state <> 'dropping' ORDER BY name",
    )
    for (const { name } of rows) await addPositions(client, settings, name)
  })
}

/** Adds a position at the start of each partition that has none. */
export async function addPositions(client: pg.PoolClient, settings: Settings, name: string): Promise<void> {
  for (const topic of topics) {
    await client.query(
      `INSERT INTO control.position (read_schema, topic, partition)
       SELECT $1, $2, generate_series(0, $3::int - 1) ON CONFLICT DO NOTHING`,
      [name, topic.name, partitionCount(settings, topic.name)],
    )
  }
}
