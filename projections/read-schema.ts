import type pg from 'pg'
import { partitionCount } from '../runtime/kafka.ts'
import { type Database, inTransaction } from '../runtime/postgres.ts'
import type { Settings } from '../runtime/settings.ts'
import { LegislogError } from '../schemas/errors.ts'
import { topics } from '../schemas/topics.ts'
import { createIndexes, createTables } from './table.ts'
import { readTables } from './tables.ts'

const FIRST = 'read_0001'
const NAME = /^read_\d{4}$/
/** One process makes a read schema, others wait and find it. */
const READ_SCHEMA_LOCK = 5_211_706_000_003

export type ReadSchema = {
  readonly name: string
  readonly is_live: boolean
  readonly watermark: string
  readonly created_at: string
}

export async function listReadSchemas(database: Database): Promise<ReadSchema[]> {
  const { rows } = await database.query<ReadSchema>(
    'SELECT name, is_live, watermark, created_at FROM control.read_schema ORDER BY name',
  )
  return rows
}

/** The schema that readers are pointed at; undefined before the first projector has started. */
export async function liveReadSchema(database: Database): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>(
    'SELECT name FROM control.read_schema WHERE is_live',
  )
  return rows[0]?.name
}

/**
 * Makes sure that a read schema is there, with its tables and a position in every partition. Without a name it is the
 * live one. The first one made becomes live. One whose tables are all gone is made anew and read from the start: rows
 * depend on the log alone, so they come back as they were. Throws `read_schema_missing` where only some are gone.
 */
export async function ensureReadSchema(
  database: Database,
  settings: Settings,
  wanted?: string,
): Promise<string> {
  if (wanted !== undefined && !NAME.test(wanted)) {
    throw new LegislogError('usage', `a read schema is named like ${FIRST}, not ${JSON.stringify(wanted)}`)
  }
  return inTransaction(database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [READ_SCHEMA_LOCK])
    const { rows } = await client.query<{ name: string; is_live: boolean }>(
      'SELECT name, is_live FROM control.read_schema',
    )
    const live = rows.find(({ is_live }) => is_live)?.name
    const name = wanted ?? live ?? FIRST
    if (!rows.some((row) => row.name === name)) {
      await client.query('INSERT INTO control.read_schema (name, is_live) VALUES ($1, $2)', [
        name,
        live === undefined,
      ])
    }
    await ensureTables(client, name)
    await addPositions(client, settings, name)
    return name
  })
}

async function ensureTables(client: pg.PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `SELECT table_name || '.' || column_name AS column FROM information_schema.columns WHERE table_schema = $1`,
    [name],
  )
  if (rows.length === 0) {
    await forget(client, name)
    await createReadSchema(client, name)
    return
  }
  const held = new Set(rows.map(({ column }) => column))
  const wanted = readTables.flatMap((table) =>
    Object.keys(table.columns).map((one) => `${table.name}.${one}`),
  )
  const missing = wanted.filter((column) => !held.has(column))
  if (missing.length > 0) {
    throw new LegislogError(
      'read_schema_missing',
      `${name} lacks ${missing.slice(0, 5).join(', ')}: it is of another version; project into a new read schema`,
    )
  }
}

/** What was read into tables that are gone has not been read, nor may a reader of changes be told that it was. */
async function forget(client: pg.PoolClient, name: string): Promise<void> {
  await client.query("UPDATE control.read_schema SET watermark = '-infinity' WHERE name = $1", [name])
  for (const table of ['position', 'parked_event', 'parked_key']) {
    await client.query(`DELETE FROM control.${table} WHERE read_schema = $1`, [name])
  }
}

async function createReadSchema(client: pg.PoolClient, name: string): Promise<void> {
  const statements = [...createTables(name, readTables), ...createIndexes(name, readTables)]
  await client.query([`CREATE SCHEMA IF NOT EXISTS ${name}`, ...statements].join(';\n'))
}

async function addPositions(client: pg.PoolClient, settings: Settings, name: string): Promise<void> {
  for (const topic of topics) {
    await client.query(
      `INSERT INTO control.position (read_schema, topic, partition)
       SELECT $1, $2, generate_series(0, $3::int - 1) ON CONFLICT DO NOTHING`,
      [name, topic.name, partitionCount(settings, topic.name)],
    )
  }
}
