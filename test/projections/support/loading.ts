import { createTables } from '../../../projections/read-model/table.ts'
import { addPositions } from '../../../projections/read-schemas/read-schema.ts'
import { buildIndexes } from '../../../projections/rebuild/indexes/build-indexes.ts'
import { loadReadSchema } from '../../../projections/rebuild/load/load.ts'
import type { LoadReport } from '../../../projections/rebuild/load/load-progress.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../runtime/log.ts'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { produce } from './produce.ts'
import { createSetting, type Setting } from './projecting.ts'

export const LOADED = 'read_0002'
export const log = createLog('test', 'silent')

/** A live read schema, an empty one to be loaded, and topics with these messages. */
export async function createLoading(records: readonly LogRecord[] = []): Promise<Setting> {
  const setting = await createSetting()
  const loading = { ...setting, settings: await createTestTopics(setting.settings) }
  await createEmpty(loading)
  if (records.length > 0) await produce(loading.settings, loading.database, records)
  return loading
}

/** Tables without indexes, and positions at the beginning, as a rebuild makes them before it loads. */
export async function createEmpty({ database, settings }: Setting): Promise<void> {
  await database.query(`DROP SCHEMA IF EXISTS ${LOADED} CASCADE`)
  await database.query('DELETE FROM control.read_schema WHERE name = $1', [LOADED])
  await database.query(`INSERT INTO control.read_schema (name, state) VALUES ($1, 'building')`, [LOADED])
  await database.query([`CREATE SCHEMA ${LOADED}`, ...createTables(LOADED, readTables)].join(';'))
  await inTransaction(database, (client) => addPositions(client, settings, LOADED))
}

/** The offset after the last message of each partition. */
export function endsOf(records: readonly LogRecord[]): Map<string, bigint> {
  return new Map(records.map(({ topic, partition, offset }) => [`${topic}:${partition}`, offset + 1n]))
}

export function load(
  { settings }: Setting,
  until: ReadonlyMap<string, bigint>,
  options: Partial<Parameters<typeof loadReadSchema>[0]> = {},
): Promise<LoadReport> {
  return loadReadSchema({ settings, read_schema: LOADED, until, workers: 1, log, ...options })
}

export function index({ settings }: Setting): ReturnType<typeof buildIndexes> {
  return buildIndexes({ settings, read_schema: LOADED, workers: 2, log })
}

/** All rows of every table, with all columns as Postgres prints them, and the rows of the control tables. */
export async function contentsOf(
  database: Database,
  readSchema: string,
): Promise<Record<string, readonly string[]>> {
  const contents: Record<string, string[]> = {}
  const select = async (name: string, statement: string, params: readonly string[] = []) => {
    const { rows } = await database.query<{ row: string }>(statement, [...params])
    contents[name] = rows.map(({ row }) => row)
  }
  for (const { name, key } of readTables) {
    await select(name, `SELECT t::text AS row FROM ${readSchema}.${name} t ORDER BY ${key}`)
  }
  await select(
    'position',
    `SELECT (topic, partition, next, last_at)::text AS row FROM control.position
     WHERE read_schema = $1 ORDER BY topic, partition`,
    [readSchema],
  )
  await select(
    'parked_key',
    `SELECT (topic, partition, key)::text AS row FROM control.parked_key WHERE read_schema = $1
     ORDER BY topic, partition, key`,
    [readSchema],
  )
  await select(
    'parked_event',
    `SELECT (topic, partition, "offset", key, code, error, headers::text, value, dropped_at IS NULL)::text AS row
     FROM control.parked_event WHERE read_schema = $1 ORDER BY topic, partition, "offset"`,
    [readSchema],
  )
  await select(
    'skipped_event',
    `SELECT (topic, partition, "offset")::text AS row FROM control.skipped_event
     WHERE read_schema = $1 ORDER BY topic, partition, "offset"`,
    [readSchema],
  )
  return contents
}

/** Blocks writers of a table of the loaded read schema until it is released. */
export async function holdUp(
  { database }: Setting,
  statement = `LOCK TABLE ${LOADED}.bills IN ACCESS EXCLUSIVE MODE`,
): Promise<{
  waiting(words: string): Promise<number[]>
  release(end?: 'ROLLBACK' | 'COMMIT'): Promise<void>
}> {
  const client = await database.connect()
  await client.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; ${statement}`)
  return {
    /** The processes that wait for it with such a statement. */
    async waiting(words) {
      const { rows } = await database.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity
         WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%' || $1 || '%'`,
        [words],
      )
      return rows.map(({ pid }) => pid)
    },
    async release(end = 'ROLLBACK') {
      await client.query(end)
      client.release()
    },
  }
}
