import { beforeAll, describe, expect, it } from 'vitest'
import {
  addPositionsEverywhere,
  ensureReadSchema,
  listReadSchemas,
} from '../../../projections/read-schemas/read-schema.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { liveReadSchema } from '../../../runtime/postgres/live-read-schema.ts'
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

  it('is created once by processes that start together', async () => {
    const names = await Promise.all(
      Array.from({ length: 4 }, () => ensureReadSchema(setting.database, setting.settings, 'read_0008')),
    )
    expect(new Set(names)).toEqual(new Set(['read_0008']))
  })

  it('rejects names of any other form, because the name is part of SQL', async () => {
    for (const name of ['bills', 'read_1', 'read_0001; DROP SCHEMA control', 'READ_0001']) {
      await expect(ensureReadSchema(setting.database, setting.settings, name)).rejects.toMatchObject({
        code: 'usage',
      })
    }
  })

  it('gets the positions that it lacks from `migrate`, also if other code made it', async () => {
    const { database, settings } = setting
    const positions = async () => {
      const { rows } = await database.query(
        "SELECT topic, partition, next FROM control.position WHERE read_schema IN ('read_0001', 'read_0007') ORDER BY 1, 2, read_schema",
      )
      return rows
    }
    const before = await positions()
    await database.query("DELETE FROM control.position WHERE topic = 'legislog.derived.v1'")
    await database.query('ALTER TABLE read_0007.votes ADD COLUMN of_other_code integer')
    expect(await positions()).not.toEqual(before)
    await addPositionsEverywhere(database, settings)
    expect(await positions()).toEqual(before)
    await database.query('ALTER TABLE read_0007.votes DROP COLUMN of_other_code')
  })

  it('is restored unchanged from the log if it is lost', async () => {
    await project(setting, records)
    const before = await allRows(setting.database, 'read_0001')
    await setting.database.query('DROP SCHEMA read_0001 CASCADE')
    const more = startRunner(setting, [...records, { ...records[0]!, offset: 1_000n }])
    await expect(more.done).rejects.toMatchObject({ code: 'read_schema_missing' })
    await ensureReadSchema(setting.database, setting.settings)
    await project(setting, records)
    expect(await allRows(setting.database, 'read_0001')).toEqual(before)
  })

  it('is refused if it has another version, instead of written incompletely', async () => {
    await setting.database.query('ALTER TABLE read_0007.bills DROP COLUMN subjects')
    await expect(ensureReadSchema(setting.database, setting.settings, 'read_0007')).rejects.toThrow(
      /bills\.subjects/,
    )
  })
})
