import { beforeAll, describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { foldInBatches } from '../support/fold-log.ts'
import { encodeLog } from '../support/log-source.ts'
import {
  allRows,
  createSetting,
  endRunner,
  project,
  rowsOf,
  type Setting,
  startRunner,
  whenProjected,
} from '../support/projecting.ts'
import { randomFrom } from '../support/schedules.ts'

const log = goldenLog()
let setting: Setting
let records: LogRecord[]
let expected: Awaited<ReturnType<typeof allRows>>

/** A separate read schema for each test. */
let count = 1
async function freshSchema(): Promise<string> {
  count += 1
  return ensureReadSchema(setting.database, setting.settings, `read_${String(count).padStart(4, '0')}`)
}

beforeAll(async () => {
  setting = await createSetting()
  records = await encodeLog(log, setting.codec)
  await project(setting, records)
  expected = await allRows(setting.database, setting.read_schema)
})

describe('the runner of projectors', () => {
  it('writes the same rows as a fold in memory', async () => {
    const folded = foldInBatches([log])
    for (const table of readTables) {
      const rows = await rowsOf(setting.database, setting.read_schema, table)
      expect(Object.keys(rows)).toEqual(
        Object.keys(folded.read(table)).sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1)),
      )
      for (const [key, row] of Object.entries(rows)) {
        expect(row).toEqual(folded.opened(table, table.columns[table.key]!.kind === 'id' ? Number(key) : key))
      }
    }
  })

  it('gives a second read schema the same rows, ids, updated_at and seq', async () => {
    for (const seed of [1, 2, 3]) {
      const readSchema = await freshSchema()
      const random = randomFrom(seed)
      await project(setting, records, { read_schema: readSchema, size: () => Math.floor(random() * 6) + 1 })
      expect(await allRows(setting.database, readSchema)).toEqual(expected)
    }
  })

  it('applies an event once when transactions fail between write and commit', async () => {
    const readSchema = await freshSchema()
    await failCommits(readSchema, "RAISE EXCEPTION 'simulated' USING ERRCODE = '40001'")
    await project(setting, records, { read_schema: readSchema, size: () => 3 })
    await commitsWork()
    expect(await allRows(setting.database, readSchema)).toEqual(expected)
  })

  it('applies an event once when the connection breaks in COMMIT', async () => {
    const readSchema = await freshSchema()
    await failCommits(readSchema, 'PERFORM pg_terminate_backend(pg_backend_pid())')
    await project(setting, records, { read_schema: readSchema, size: () => 5 })
    await commitsWork()
    expect(await allRows(setting.database, readSchema)).toEqual(expected)
  })

  it('stops a second runner that reads the same partitions', async () => {
    const readSchema = await freshSchema()
    const one = startRunner(setting, records, { read_schema: readSchema, size: () => 1, owner: 'one' })
    const two = startRunner(setting, records, { read_schema: readSchema, size: () => 2, owner: 'two' })
    await whenProjected(setting, records, readSchema)
    await Promise.all([endRunner(one), endRunner(two)])
    expect(one.source.resyncs() + two.source.resyncs()).toBeGreaterThan(0)
    expect(await allRows(setting.database, readSchema)).toEqual(expected)
  })

  it('continues from the stored positions after a restart, and writes nothing twice', async () => {
    const readSchema = await freshSchema()
    await project(setting, records.slice(0, 40), { read_schema: readSchema })
    const before = await versions(readSchema)
    await project(setting, records.slice(0, 40), { read_schema: readSchema })
    expect(await versions(readSchema)).toEqual(before)
    await project(setting, records, { read_schema: readSchema })
    expect(await allRows(setting.database, readSchema)).toEqual(expected)
  })
})

/** Makes some COMMITs fail. A Postgres sequence keeps its value when a transaction is rolled back. */
async function failCommits(readSchema: string, how: string): Promise<void> {
  await setting.database.query(`
    CREATE SEQUENCE control.simulated;
    CREATE FUNCTION control.simulate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('control.simulated') % 7 = 1 THEN ${how}; END IF;
        RETURN NULL;
      END $$;
    CREATE CONSTRAINT TRIGGER simulated AFTER UPDATE ON control.position DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.read_schema = '${readSchema}' AND NEW.topic = 'legislog.bills.v1') EXECUTE FUNCTION control.simulate()`)
}

async function commitsWork(): Promise<void> {
  await setting.database.query(`
    DROP TRIGGER simulated ON control.position; DROP FUNCTION control.simulate; DROP SEQUENCE control.simulated`)
}

/** The last transaction that wrote each row. */
async function versions(readSchema: string): Promise<unknown> {
  const { rows } = await setting.database.query(
    `SELECT id, xmin::text FROM ${readSchema}.bills UNION ALL SELECT id, xmin::text FROM ${readSchema}.entity ORDER BY 1, 2`,
  )
  return rows
}
