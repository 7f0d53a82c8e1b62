import { describe, expect, it } from 'vitest'

import { readTables } from '../../../projections/tables/read-tables.ts'
import { verify } from '../../../projections/verify/verify.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { sampleLog } from '../../legislature/sample-log.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { contentsOf, createLoading, endsOf, index, LOADED, load } from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { createSetting, project, type Setting } from '../support/projecting.ts'

/** Projects the messages live and loads them from the topics. */
async function both(records: readonly LogRecord[]): Promise<Setting> {
  const setting = await createLoading(records)
  await project(setting, records, { size: () => 7 })
  return setting
}

async function goldenRecords(): Promise<LogRecord[]> {
  const { codec } = await createSetting()
  return encodeLog(goldenLog(), codec)
}

describe('a load of the log', () => {
  it('makes the rows and indexes of the golden log as live projections do', async () => {
    const records = await goldenRecords()
    const setting = await both(records)
    const report = await load(setting, endsOf(records))
    expect(report).toMatchObject({ events: records.length, applied: records.length, parked: 0 })
    await index(setting)
    const live = await contentsOf(setting.database, setting.read_schema)
    expect(await contentsOf(setting.database, LOADED)).toEqual(live)
    for (const { name } of readTables) expect(live[name], name).not.toEqual([])
    const verified = await verify({ ...setting, read_schema: LOADED })
    expect(verified).toMatchObject({ is_equal: true, events: records.length })

    const indexes = (schema: string) =>
      setting.database
        .query<{ definition: string }>(
          `SELECT replace(indexdef, $1, 'x') AS definition FROM pg_indexes WHERE schemaname = $1 ORDER BY 1`,
          [schema],
        )
        .then(({ rows }) => rows)
    expect(await indexes(LOADED)).toEqual(await indexes(setting.read_schema))
  })

  it('makes the rows and indexes of the sample legislature as live projections do', async () => {
    const { database, settings } = await createTestDatabase()
    const log = await sampleLog(database, settings)
    const { codec } = await createSetting()
    const records = await encodeLog(log, codec)
    const setting = await both(records)
    await load(setting, endsOf(records))
    expect(await contentsOf(setting.database, LOADED)).toEqual(
      await contentsOf(setting.database, setting.read_schema),
    )
    await index(setting)
    expect(await verify({ ...setting, read_schema: LOADED })).toMatchObject({ is_equal: true })
  })
})
