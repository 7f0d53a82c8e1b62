import { beforeEach, describe, expect, it } from 'vitest'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { encodeLog, knowSchemas } from '../support/log-source.ts'
import {
  createSetting,
  endRunner,
  project,
  type Setting,
  startRunner,
  whenProjected,
} from '../support/projecting.ts'

const log = goldenLog()
let setting: Setting

beforeEach(async () => {
  setting = await createSetting()
})

describe('a transient fault', () => {
  it('of the registry pauses the projector and parks nothing', async () => {
    const records = await encodeLog(log, setting.codec)
    const { database, settings } = await createTestDatabase({
      log_level: 'silent',
      schema_registry_url: 'http://127.0.0.1:9',
    })
    const codec = await createEventCodec(settings, database)
    const other = { database, settings, codec, read_schema: await ensureReadSchema(database, settings) }
    const running = startRunner(other, records)
    await eventually(() => running.source.pauses() > 0)
    expect(running.runner.committedAt()).toBeUndefined()
    await knowSchemas(database)
    await whenProjected(other, records)
    expect(await listParked(database)).toEqual([])
    await endRunner(running)
  })

  it('of Postgres pauses the projector, which then continues from the same place', async () => {
    const records = await encodeLog(log, setting.codec)
    await project(setting, records.slice(0, 20))
    const holder = await setting.database.connect()
    await holder.query('BEGIN; LOCK TABLE read_0001.bills IN ACCESS EXCLUSIVE MODE')
    const running = startRunner(setting, records)
    const { rows } = await eventually(async () => {
      const waiting = await setting.database.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return waiting.rows.length > 0 && waiting
    })
    await setting.database.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
    await eventually(() => running.source.pauses() > 0)
    await holder.query('ROLLBACK')
    holder.release()
    await whenProjected(setting, records)
    expect(await listParked(setting.database)).toEqual([])
    await endRunner(running)
  })
})
