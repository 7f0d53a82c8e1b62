import { beforeAll, describe, expect, it } from 'vitest'
import { ensureReadSchema } from '../../../projections/read-schemas/read-schema.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'
import { verifyKeys } from '../../../projections/verify/verify-keys.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { createSetting, project, type Setting } from '../support/projecting.ts'

const LIVE = 'read_0001'
const GREEN = 'read_0002'
let setting: Setting
let settings: Settings
let records: LogRecord[]

type Asked = Pick<Parameters<typeof verifyKeys>[0], 'rows' | 'ids'>

const judge = async (asked: Asked, schemas: readonly string[] = [LIVE, GREEN]) =>
  verifyKeys({
    ...setting,
    settings,
    kafka: createKafka(settings, 'legislog-test'),
    read_schemas: schemas.map((name) => ({ name })),
    ...asked,
  })

const change = (statement: string) => setting.database.query(statement)

beforeAll(async () => {
  setting = await createSetting()
  settings = await createTestTopics(setting.settings)
  records = await encodeLog(goldenLog(), setting.codec)
  await produce(settings, setting.database, records)
  await project(setting, records)
  await project(setting, records, {
    read_schema: await ensureReadSchema(setting.database, settings, GREEN),
  })
})

describe('the verification of keys', () => {
  it('confirms that every row of every table matches the log', async () => {
    const rows = []
    for (const table of readTables) {
      const { rows: keys } = await setting.database.query<{ key: string }>(
        `SELECT ${table.key}::text AS key FROM ${LIVE}.${table.name}`,
      )
      rows.push(...keys.map(({ key }) => ({ table: table.name, key })))
    }
    for (const verdict of await judge({ rows })) {
      expect(verdict.judgments.filter((one) => one.verdict !== 'equal')).toEqual([])
      expect(verdict).toMatchObject({ is_equal: true, unreadable: [] })
      expect(verdict.judgments).toHaveLength(rows.length)
    }
  })

  it('reports which of two schemas is right, and where the other differs', async () => {
    await change(`UPDATE ${GREEN}.bills SET title = title || '!', seq = seq + 1 WHERE id = 200`)
    const [live, green] = await judge({ rows: [{ table: 'bills', key: '200' }] })
    expect(live).toMatchObject({ read_schema: LIVE, is_equal: true })
    expect(green).toMatchObject({ read_schema: GREEN, is_equal: false })
    expect(green!.judgments).toEqual([
      { table: 'bills', key: '200', verdict: 'differs', columns: ['title', 'seq'] },
    ])
  })

  it('names a missing row and an extra row, even among the parts of a bill', async () => {
    await change(`UPDATE ${GREEN}.bill_sponsors SET id = 'nobody' WHERE id = 's2'`)
    const rows = ['s2', 'nobody'].map((key) => ({ table: 'bill_sponsors', key }))
    const [live, green] = await judge({ rows })
    expect(live!.judgments.map(({ verdict }) => verdict)).toEqual(['equal', 'equal'])
    expect(green!.judgments).toMatchObject([
      { key: 's2', verdict: 'missing' },
      { key: 'nobody', verdict: 'extra' },
    ])
  })

  it('checks all rows of an entity, such as a bill with its parts', async () => {
    await change(`DELETE FROM ${GREEN}.bill_actions WHERE id = 'a2'`)
    await change(`DELETE FROM ${GREEN}.bill_details WHERE bill_id = 100`)
    const [live, green] = await judge({ ids: [100] })
    expect(live).toMatchObject({ is_equal: true })
    const wrong = green!.judgments.filter(({ verdict }) => verdict !== 'equal')
    expect(wrong.map(({ table, key, verdict }) => `${table} ${key} ${verdict}`)).toEqual([
      'bill_details 100 missing',
      'bill_actions a2 missing',
      'bill_sponsors nobody extra',
      'bill_sponsors s2 missing',
    ])
  })

  it('finds the events of a vote whose row names a wrong bill', async () => {
    await change(`UPDATE ${GREEN}.votes SET bill_ocd_id = 'ocd-bill/elsewhere' WHERE id = 101`)
    const [green] = await judge({ rows: [{ table: 'votes', key: '101' }] }, [GREEN])
    expect(green!.judgments).toMatchObject([{ verdict: 'differs', columns: ['bill_ocd_id'] }])
  })

  it('reports an unknown row as unknown', async () => {
    const [live] = await judge({ rows: [{ table: 'bill_actions', key: 'never' }] }, [LIVE])
    expect(live!.judgments).toMatchObject([{ key: 'never', verdict: 'unknown' }])
  })

  it('checks a schema in an exported snapshot, even if the schema changes meanwhile', async () => {
    const holder = await setting.database.connect()
    try {
      await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
      const { rows } = await holder.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
      await change(`UPDATE ${LIVE}.votes SET result = 'other' WHERE id = 101`)
      const verdicts = await verifyKeys({
        ...setting,
        settings,
        kafka: createKafka(settings, 'legislog-test'),
        read_schemas: [{ name: LIVE, snapshot: rows[0]!.snapshot }, { name: LIVE }],
        rows: [{ table: 'votes', key: '101' }],
      })
      expect(verdicts.map(({ is_equal }) => is_equal)).toEqual([true, false])
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
  })

  it('refuses more rows than fit into memory', async () => {
    const ids = Array.from({ length: 20_001 }, (_, id) => id)
    await expect(judge({ ids })).rejects.toMatchObject({ code: 'usage' })
  })
})
