import { Registry } from 'prom-client'
import { createProjectionMetrics } from '../../../projections/engine/metrics.ts'
import { createRunner, type Runner } from '../../../projections/engine/runner.ts'
import { WorkingSet } from '../../../projections/fold/working-set.ts'
import { anyRow } from '../../../projections/read-model/projector.ts'
import type { Table } from '../../../projections/read-model/table.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { loadRows } from '../../../projections/rows/load-rows.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createEventCodec, type EventCodec } from '../../../runtime/events/event-codec.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../runtime/log.ts'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'
import { createLogSource, knowSchemas, type LogSource } from './log-source.ts'

export type Setting = {
  readonly database: Database
  readonly settings: Settings
  readonly codec: EventCodec
  readonly read_schema: string
}

export async function createSetting(): Promise<Setting> {
  const { database, settings } = await createProjectedDatabase({ log_level: 'silent' })
  await knowSchemas(database)
  const codec = await createEventCodec(settings, database)
  return { database, settings, codec, read_schema: await ensureReadSchema(database, settings) }
}

/** Resets the live read schema: nothing is applied, and nothing is dropped. */
export async function emptyAgain({ database, settings, read_schema }: Setting): Promise<void> {
  await database.query(`DROP SCHEMA ${read_schema} CASCADE`)
  await database.query('DELETE FROM control.parked_event WHERE read_schema = $1', [read_schema])
  await ensureReadSchema(database, settings)
}

export type Running = { readonly runner: Runner; readonly source: LogSource; readonly done: Promise<void> }

export function startRunner(
  setting: Setting,
  records: readonly LogRecord[],
  options: { size?: () => number; owner?: string; read_schema?: string } = {},
): Running {
  const readSchema = options.read_schema ?? setting.read_schema
  const source = createLogSource({
    database: setting.database,
    read_schema: readSchema,
    records,
    size: options.size ?? (() => 1_000),
  })
  const runner = createRunner({
    database: setting.database,
    reader: source,
    codec: setting.codec,
    read_schema: readSchema,
    owner: options.owner ?? 'test',
    max_events: 1_000,
    flush_ms: 0,
    log: createLog('test', 'silent'),
    clock: systemClock,
    metrics: createProjectionMetrics(new Registry(), readSchema),
    onCommit() {},
  })
  const done = runner.run()
  // The test awaits `done` later.
  done.catch(() => {})
  return { runner, source, done }
}

export async function endRunner({ runner, source, done }: Running): Promise<void> {
  source.end()
  runner.stop()
  await done
}

/** Waits until the positions of a read schema are after the last message of each partition. */
export async function whenProjected(
  { database, read_schema }: Setting,
  records: readonly LogRecord[],
  schema = read_schema,
): Promise<void> {
  const wanted = new Map<string, bigint>()
  for (const { topic, partition, offset } of records) wanted.set(`${topic}:${partition}`, offset + 1n)
  await eventually(
    async () => {
      const { rows } = await database.query<{ place: string; next: string }>(
        `SELECT topic || ':' || partition AS place, next::text AS next FROM control.position WHERE read_schema = $1`,
        [schema],
      )
      const next = new Map(rows.map((row) => [row.place, BigInt(row.next)]))
      return [...wanted].every(([place, offset]) => next.get(place) === offset)
    },
    { timeout_ms: 20_000 },
  )
}

/** Projects the messages and ends. */
export async function project(
  setting: Setting,
  records: readonly LogRecord[],
  options: Parameters<typeof startRunner>[2] = {},
): Promise<void> {
  const running = startRunner(setting, records, options)
  await Promise.race([whenProjected(setting, records, options.read_schema), running.done])
  await endRunner(running)
}

type Row = Record<string, unknown>

/** The rows of a table by key, as a projector sees them. */
export async function rowsOf(database: Database, schema: string, table: Table): Promise<Record<string, Row>> {
  return inTransaction(database, async (client) => {
    const { rows: keys } = await client.query<{ key: number | string }>(
      `SELECT ${table.key} AS key FROM ${schema}.${table.name} ORDER BY 1`,
    )
    const rows = new WorkingSet()
    await loadRows(
      client,
      schema,
      keys.map(({ key }) => anyRow(table, key)),
      rows,
    )
    return Object.fromEntries(keys.map(({ key }) => [String(key), rows.get(table, key) as Row]))
  })
}

/** Every table with its rows. */
export async function allRows(
  database: Database,
  schema: string,
): Promise<Record<string, Record<string, Row>>> {
  const tables: Record<string, Record<string, Row>> = {}
  for (const table of readTables) tables[table.name] = await rowsOf(database, schema, table)
  return tables
}
