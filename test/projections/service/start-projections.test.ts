import { Registry } from 'prom-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityHistory, findEntity } from '../../../projections/entity-history.ts'
import { type Projections, startProjections } from '../../../projections/service/start-projections.ts'
import { projectionStatus } from '../../../projections/service/status.ts'
import { verify } from '../../../projections/verify/verify.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { goldenLog } from '../../legislature/golden-log.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { allRows, createSetting, type Setting } from '../support/projecting.ts'

let setting: Setting
let settings: Settings
let records: LogRecord[]

beforeAll(async () => {
  setting = await createSetting()
  settings = await createTestTopics({ ...setting.settings, projector_batch_events: 7 })
  records = await encodeLog(goldenLog(), setting.codec)
})

async function start(readSchema?: string): Promise<Projections> {
  const projections = await startProjections({
    settings,
    database: setting.database,
    kafka: createKafka(settings, 'legislog-test'),
    codec: setting.codec,
    log: createLog('test', process.env.LOG_LEVEL ?? 'silent'),
    clock: systemClock,
    metrics: new Registry(),
    ...(readSchema === undefined ? {} : { read_schema: readSchema }),
  })
  cleanUp(() => projections.stop())
  return projections
}

const drained = (readSchema: string) =>
  eventually(
    async () => {
      const status = await projectionStatus(setting.database)
      const own = status.find((one) => one.read_schema === readSchema)
      return own?.partitions.every((part) => part.lag_events === 0 && part.next === part.end)
    },
    { timeout_ms: 25_000 },
  )

const verified = (readSchema: string) =>
  verify({ database: setting.database, settings, read_schema: readSchema })

describe('the projections of a real log', () => {
  it('apply all events, share the work between processes, and report their positions', async () => {
    const one = await start()
    await produce(settings, setting.database, records.slice(0, 30))
    await drained('read_0001')
    const two = await start()
    await produce(settings, setting.database, records.slice(30))
    await drained('read_0001')
    expect(await verified('read_0001')).toMatchObject({ is_equal: true, events: records.length })
    const health = await eventually(() => one.health().is_ready && one.health())
    expect(health).toMatchObject({ read_schema: 'read_0001', lag_events: 0, error: undefined })
    await eventually(() => two.health().is_ready)
    const shared = one.totals().applied + two.totals().applied
    expect(shared).toBe(records.length)
    await one.stop()
    await two.stop()
  })

  it('fill a second read schema next to the first, with the same rows, ids, updated_at and seq', async () => {
    const second = await start('read_0002')
    await drained('read_0002')
    expect(await allRows(setting.database, 'read_0002')).toEqual(await allRows(setting.database, 'read_0001'))
    const [first, other] = await projectionStatus(setting.database)
    expect([first?.is_live, other?.is_live]).toEqual([true, false])
    await second.stop()
  })

  it('move the watermark above the last row when everything is projected', async () => {
    const projections = await start()
    const { rows } = await setting.database.query<{ last: string }>(
      'SELECT max(updated_at) AS last FROM read_0001.bills',
    )
    await eventually(() => (projections.health().watermark ?? '') > rows[0]!.last)
    await projections.stop()
  })

  it('end with the reason if their read schema is removed', async () => {
    const projections = await start('read_0003')
    await drained('read_0003')
    await setting.database.query("DELETE FROM control.read_schema WHERE name = 'read_0003'")
    await expect(projections.done).rejects.toMatchObject({ code: 'read_schema_missing' })
    expect(projections.health()).toMatchObject({
      is_ready: false,
      error: expect.stringContaining('read_0003'),
    })
  })
})

describe('the history of an entity', () => {
  const historyOf = async (name: string, at?: string) => {
    const entity = await findEntity(setting.database, 'read_0001', name)
    return entityHistory({
      ...setting,
      settings,
      kafka: createKafka(settings, 'legislog-test'),
      read_schema: 'read_0001',
      entity: entity!,
      ...(at === undefined ? {} : { at }),
    })
  }

  it('contains the events of its key and the rows that they make', async () => {
    const { entity, entries, state } = await historyOf('ocd-bill/100')
    expect(entity).toMatchObject({ id: 100, entity_type: 'bill' })
    expect(entries).toHaveLength(records.filter(({ key }) => key === 'ocd-bill/100').length)
    expect(state.bills).toMatchObject([{ title: 'An act about rivers', status: 'passed_one_chamber' }])
  })

  it('shows the state at a time', async () => {
    const introduced = records.find(({ key }) => key === 'ocd-bill/100')!
    const { entries, state } = await historyOf('100', String(introduced.headers.ce_recordedtime))
    expect(entries.map(({ event }) => event?.type)).toEqual(['bill.introduced'])
    expect(state.bills).toMatchObject([{ title: 'An act about HB 100', status: null }])
  })

  it('contains only the events of one vote, without the bill and its other votes', async () => {
    const { entries } = await historyOf('ocd-vote/201')
    expect(entries.map(({ event }) => event?.type)).toEqual(['vote.recorded', 'vote.removed'])
  })
})
