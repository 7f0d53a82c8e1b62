import { beforeAll, describe, expect, it } from 'vitest'
import {
  ensureReadSchema,
  listReadSchemas,
  liveReadSchema,
} from '../../../projections/read-schemas/read-schema.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { encodeLog } from '../support/log-source.ts'
import { allRows, createSetting, project, type Setting, startRunner } from '../support/projecting.ts'

let setting: Setting
let records: LogRecord[]

beforeAll(async () => {
  setting = await createSetting()
  records = await encodeLog(goldenLog(), setting.codec)
})

describe('a read schema', () => {
  it('is live if it is the first, and others are created next to it', async () => {
    expect(await ensureReadSchema(setting.database, setting.settings)).toBe('read_0001')
    expect(await ensureReadSchema(setting.database, setting.settings, 'read_0007')).toBe('read_0007')
    expect(await liveReadSchema(setting.database)).toBe('read_0001')
    const names = (await listReadSchemas(setting.database)).map(({ name, is_live }) => [name, is_live])
    expect(names).toEqual([
      ['read_0001', true],
      ['read_0007', false],
    ])
  })

  it('is made once by processes that start together', async () => {
    const names = await Promise.all(
      Array.from({ length: 4 }, () => ensureReadSchema(setting.database, setting.settings, 'read_0008')),
    )
    expect(new Set(names)).toEqual(new Set(['read_0008']))
  })

  it('has a name of one form, because SQL contains it', async () => {
    for (const name of ['bills', 'read_1', 'read_0001; DROP SCHEMA control', 'READ_0001']) {
      await expect(ensureReadSchema(setting.database, setting.settings, name)).rejects.toMatchObject({
        code: 'usage',
      })
    }
  })

  it('that is lost comes back from the log as it was', async () => {
    await project(setting, records)
    const before = await allRows(setting.database, 'read_0001')
    await setting.database.query('DROP SCHEMA read_0001 CASCADE')
    const more = startRunner(setting, [...records, { ...records[0]!, offset: 1_000n }])
    await expect(more.done).rejects.toMatchObject({ code: 'read_schema_missing' })
    await ensureReadSchema(setting.database, setting.settings)
    await project(setting, records)
    expect(await allRows(setting.database, 'read_0001')).toEqual(before)
  })

  it('of another version is refused instead of written incompletely', async () => {
    await setting.database.query('ALTER TABLE read_0007.bills DROP COLUMN subjects')
    await expect(ensureReadSchema(setting.database, setting.settings, 'read_0007')).rejects.toThrow(
      /bills\.subjects/,
    )
  })
})
