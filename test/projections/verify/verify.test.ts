import { beforeAll, describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { type VerifyProgress, verify } from '../../../projections/verify/verify.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { createSetting, project, type Setting } from '../support/projecting.ts'

let setting: Setting
let settings: Settings
let records: LogRecord[]

const verified = (readSchema = setting.read_schema) =>
  verify({ database: setting.database, settings, read_schema: readSchema })

beforeAll(async () => {
  setting = await createSetting()
  settings = await createTestTopics(setting.settings)
  records = await encodeLog(goldenLog(), setting.codec)
  await produce(settings, setting.database, records)
  await project(setting, records)
})

describe('the verification of a read schema', () => {
  it('finds no difference if the rows match the log', async () => {
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

  it('names an altered row and its altered columns', async () => {
    await withChange("UPDATE read_0001.bills SET title = title || '!' WHERE id = 200", async () => {
      expect(await verified()).toMatchObject({
        is_equal: false,
        differing: 1,
        differences: [{ table: 'bills', key: '200', kind: 'differs', columns: ['title'] }],
      })
    })
  })

  it('names a missing row and an extra row', async () => {
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

  it('detects a changed seq', async () => {
    await withChange('UPDATE read_0001.votes SET seq = seq + 1 WHERE id = 101', async () => {
      expect((await verified()).differences).toEqual([
        { table: 'votes', key: '101', kind: 'differs', columns: ['seq'] },
      ])
    })
  })

  it('reports the same with several threads, and its progress', async () => {
    await withChange("UPDATE read_0001.bills SET title = title || '!' WHERE id = 200", async () => {
      const progress: VerifyProgress[] = []
      const options = { database: setting.database, settings, read_schema: setting.read_schema }
      const here = await verified()
      const threaded = await verify({ ...options, workers: 2, onProgress: (one) => progress.push(one) })
      expect(threaded).toEqual(here)
      expect(progress.at(-1)).toMatchObject({
        events_done: records.length,
        rows: here.rows,
        partitions_done: 4,
        eta_s: 0,
      })
    })
  })

  it.each([0, 2])('ends at once if it is stopped, with %i threads', async (workers) => {
    const stopping = new AbortController()
    stopping.abort(new Error('stopped by hand'))
    const options = { database: setting.database, settings, read_schema: setting.read_schema, workers }
    await expect(verify({ ...options, signal: stopping.signal })).rejects.toThrow('stopped by hand')
  })

  it('finds rows without any event, but not when it checks only one partition', async () => {
    const { database } = setting
    await database.query(`INSERT INTO read_0001.bill_actions SELECT 'orphan', 987654, day, date, is_dated, is_passage, first_sequence,
      referral_words, item, updated_at, seq, deleted, reasons FROM read_0001.bill_actions WHERE id = 'a1'`)
    await database.query(`INSERT INTO read_0001.bill_details VALUES (987654, '{}')`)
    try {
      expect((await verified()).differences).toEqual([
        { table: 'bill_details', key: '987654', kind: 'extra', columns: [] },
        { table: 'bill_actions', key: 'orphan', kind: 'extra', columns: [] },
      ])
      const options = { database, settings, read_schema: setting.read_schema }
      expect(await verify({ ...options, partition: 1 })).toMatchObject({ is_equal: true })
    } finally {
      await database.query('DELETE FROM read_0001.bill_actions WHERE bill_id = 987654')
      await database.query('DELETE FROM read_0001.bill_details WHERE bill_id = 987654')
    }
  })

  it('compares at the positions of a schema that is still behind', async () => {
    const behind = await ensureReadSchema(setting.database, settings, 'read_0002')
    const some = records.filter(({ offset }) => offset < 3n)
    await project(setting, some, { read_schema: behind })
    expect(await verified(behind)).toMatchObject({ is_equal: true, events: some.length })
  })

  it('ignores parked events and lists their keys', async () => {
    const readSchema = await ensureReadSchema(setting.database, settings, 'read_0003')
    const index = records.findIndex(({ key }) => key === 'ocd-bill/100')
    await project(setting, records.with(index, { ...records[index]!, value: null }), {
      read_schema: readSchema,
    })
    const verification = await verified(readSchema)
    expect(verification.differences).toEqual([])
    expect(verification.parked).toMatchObject([{ key: 'ocd-bill/100', read_schema: readSchema }])
  })

  it('reports a gap in the sequence of an entity', async () => {
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
    const readSchema = await ensureReadSchema(setting.database, own, 'read_0004')
    await project(setting, left, { read_schema: readSchema })
    const verification = await verify({ database: setting.database, settings: own, read_schema: readSchema })
    expect(verification.holes).toMatchObject([{ ocd_id: 'ocd-bill/100', after: 1, next: 3 }])
    expect(verification.is_equal).toBe(false)
  })

  it('reports real gaps only, even if messages falsely claim to be of an entity', async () => {
    const own = await createTestTopics(setting.settings)
    const [first, , third] = records.filter(
      ({ key, topic }) => key === 'ocd-bill/100' && topic === 'legislog.bills.v1',
    )
    const poison = (headers: LogRecord['headers'], change: Partial<LogRecord> = {}): LogRecord => ({
      ...first!,
      ...change,
      headers: { ...first!.headers, ce_sequence: '28', ...headers },
    })
    const partition = (first!.partition + 1) % own.topic_partitions
    const poisons = [
      poison({ ce_subject: 'ocd-bill/\u0000' }),
      poison({}, { key: 'ocd-bill/other' }),
      poison({ ce_time: '2026-02-31T10:00:00Z' }),
      poison({}, { partition }),
      poison({}, { topic: 'legislog.reference.v1' }),
    ]
    const ends = new Map<string, bigint>()
    const left = [...poisons, first!, third!].map((record) => {
      const place = `${record.topic}:${record.partition}`
      const offset = ends.get(place) ?? 0n
      ends.set(place, offset + 1n)
      return { ...record, offset }
    })
    await produce(own, setting.database, left)
    const readSchema = await ensureReadSchema(setting.database, own, 'read_0005')
    await project(setting, left, { read_schema: readSchema })
    const verification = await verify({ ...setting, settings: own, read_schema: readSchema })
    expect(verification.holes).toMatchObject([{ ocd_id: 'ocd-bill/100', after: 1, next: 3 }])
    expect(verification).toMatchObject({ differing: 0, unreadable: [] })
    const parked = verification.parked.map(({ key }) => key)
    expect(new Set(parked)).toEqual(new Set(['ocd-bill/100', 'ocd-bill/other']))
  })
})

/** Changes rows, checks them, and restores them. */
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
