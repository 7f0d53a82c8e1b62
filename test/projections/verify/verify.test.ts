import { beforeAll, describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../../projections/read-schema.ts'
import { verify } from '../../../projections/verify/verify.ts'
import { createKafka } from '../../../runtime/kafka.ts'
import type { LogRecord } from '../../../runtime/log-record.ts'
import type { Settings } from '../../../runtime/settings.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { createTestTopics } from '../../support/topics.ts'
import { encodeLog } from '../log-source.ts'
import { produce } from '../produce.ts'
import { createSetting, project, type Setting } from '../projecting.ts'

let setting: Setting
let settings: Settings
let records: LogRecord[]

const verified = (read_schema = setting.read_schema) =>
  verify({ ...setting, settings, kafka: createKafka(settings, 'legislog-test'), read_schema })

beforeAll(async () => {
  setting = await createSetting()
  settings = await createTestTopics(setting.settings)
  records = await encodeLog(goldenLog(), setting.codec)
  await produce(settings, setting.database, records)
  await project(setting, records)
})

describe('verify', () => {
  it('finds no difference where the rows are what the log says', async () => {
    const verification = await verified()
    expect(verification.differences).toEqual([])
    expect(verification).toMatchObject({
      is_equal: true,
      differing: 0,
      holes: [],
      unreadable: [],
      parked: [],
    })
    expect(verification.events).toBe(records.length)
    expect(verification.rows).toBeGreaterThan(40)
  })

  it('names the one row that was altered, and where', async () => {
    await withChange("UPDATE read_0001.bills SET title = title || '!' WHERE id = 200", async () => {
      expect(await verified()).toMatchObject({
        is_equal: false,
        differing: 1,
        differences: [{ table: 'bills', key: '200', kind: 'differs', columns: ['title'] }],
      })
    })
  })

  it('names a row that is missing and one too many', async () => {
    await withChange(`UPDATE read_0001.bill_sponsors SET id = 'nobody' WHERE id = 's2'`, async () => {
      expect(await verified()).toMatchObject({
        differing: 2,
        differences: [
          { table: 'bill_sponsors', key: 's2', kind: 'missing' },
          { table: 'bill_sponsors', key: 'nobody', kind: 'extra' },
        ],
      })
    })
  })

  it('notices a seq that moved', async () => {
    await withChange('UPDATE read_0001.votes SET seq = seq + 1 WHERE id = 101', async () => {
      expect((await verified()).differences).toEqual([
        { table: 'votes', key: '101', kind: 'differs', columns: ['seq'] },
      ])
    })
  })

  it('compares at the positions of a schema that is still behind', async () => {
    const behind = await ensureReadSchema(setting.database, settings, 'read_0002')
    const some = records.filter(({ offset }) => offset < 3n)
    await project(setting, some, { read_schema: behind })
    expect(await verified(behind)).toMatchObject({ is_equal: true, events: some.length })
  })

  it('leaves parked events out and lists their keys', async () => {
    const read_schema = await ensureReadSchema(setting.database, settings, 'read_0003')
    const index = records.findIndex(({ key }) => key === 'ocd-bill/100')
    await project(setting, records.with(index, { ...records[index]!, value: null }), { read_schema })
    const verification = await verified(read_schema)
    expect(verification.differences).toEqual([])
    expect(verification.parked).toMatchObject([{ key: 'ocd-bill/100', read_schema }])
  })

  it('reports a hole in the sequence of an entity', async () => {
    const own = await createTestTopics(setting.settings)
    const index = records.findIndex(
      ({ key, topic }) => key === 'ocd-bill/100' && topic === 'legislog.bills.v1',
    )
    const { partition } = records[index]!
    const left = records
      .filter((record) => record.topic === 'legislog.bills.v1' && record.partition === partition)
      .filter((record) => record !== records[index + 1])
      .map((record, offset) => ({ ...record, offset: BigInt(offset) }))
    await produce(own, setting.database, left)
    const read_schema = await ensureReadSchema(setting.database, own, 'read_0004')
    await project(setting, left, { read_schema })
    const verification = await verify({
      ...setting,
      settings: own,
      kafka: createKafka(own, 'legislog-test'),
      read_schema,
    })
    expect(verification.holes).toMatchObject([{ ocd_id: 'ocd-bill/100', after: 1, next: 3 }])
    expect(verification.is_equal).toBe(false)
  })
})

/** Changes rows, looks, and puts them back. */
async function withChange(statement: string, look: () => Promise<void>): Promise<void> {
  const table = /UPDATE (\S+)/.exec(statement)![1]
  await setting.database.query(`CREATE TABLE public.before AS SELECT * FROM ${table}`)
  try {
    await setting.database.query(statement)
    await look()
  } finally {
    await setting.database.query(
      `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM public.before; DROP TABLE public.before`,
    )
  }
}
