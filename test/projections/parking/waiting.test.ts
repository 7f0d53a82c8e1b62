import { Registry } from 'prom-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeStatus } from '../../../cli/status/describe-status.ts'
import { openLogEnds } from '../../../cli/status/log-ends.ts'
import { readStatus, whenCaughtUp } from '../../../cli/status/read-status.ts'
import { type Projections, startProjections } from '../../../projections/service/start-projections.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../runtime/log.ts'
import { freePort } from '../../../stack/processes/port.ts'
import { billContext, billEntity, core } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { encodeLog } from '../support/log-source.ts'
import { produce } from '../support/produce.ts'
import { createSetting, type Setting } from '../support/projecting.ts'

let setting: Setting
let projections: Projections
let newer: LogRecord
const metrics = new Registry()

beforeAll(async () => {
  const made = await createSetting()
  setting = { ...made, settings: await createTestTopics(made.settings) }
  const log = new LogBuilder()
  for (let id = 1; id <= 12; id++) {
    const bill = billEntity(id)
    log.add('bill.introduced', bill.ocd_id, { ...bill, bill: billContext(bill), core: core(`HB ${id}`) })
  }
  const records = await encodeLog(log.logged, setting.codec)
  projections = await startProjections({
    ...setting,
    kafka: createKafka(setting.settings, 'legislog-test'),
    clock: systemClock,
    metrics,
    log: createLog('test', 'silent'),
  })
  cleanUp(() => projections.stop())
  await produce(setting.settings, setting.database, records.slice(0, 11))
  await eventually(async () => (await status()).caught_up, { timeout_ms: 20_000 })
  // Its writer does not move the log clock: only Kafka knows that it exists.
  const { headers, ...last } = records[11]!
  newer = { ...last, headers: { ...headers, ce_dataschema: 'legislog:bill.introduced:v99' } }
  await produce(setting.settings, setting.database, [newer])
  await setting.database.query(
    'UPDATE control.partition_clock SET end_offset = $2 WHERE (topic, partition) = ($1, $3)',
    [newer.topic, String(newer.offset), newer.partition],
  )
  await eventually(() => projections.health().waiting !== undefined, { timeout_ms: 20_000 })
}, 60_000)

async function status() {
  const ends = openLogEnds(setting.settings)
  return readStatus(setting.database, ends, 300).finally(() => ends.close())
}

describe('an event of a newer version', () => {
  it('makes projectors not ready, and they report the event and the needed version', () => {
    expect(projections.health()).toMatchObject({
      is_ready: false,
      waiting: {
        topic: newer.topic,
        partition: newer.partition,
        offset: Number(newer.offset),
        code: 'event_newer',
        type: 'bill.introduced',
        message: expect.stringMatching(/has version 99.*knows versions up to \d+: start code that knows/),
      },
      error: expect.stringContaining('version 99'),
    })
  })

  it('appears in status with the end of the log', async () => {
    const now = await status()
    expect(now).toMatchObject({ caught_up: false, kafka_error: null })
    const [live] = now.read_schemas
    expect(live!.waiting).toMatchObject([{ code: 'event_newer', partition: newer.partition }])
    const part = live!.partitions.find(
      ({ topic, partition }) => topic === newer.topic && partition === newer.partition,
    )
    expect(part).toMatchObject({ next: Number(newer.offset), end: Number(newer.offset) + 1, lag_events: 1 })
    expect(describeStatus(now)).toMatch(
      /^behind: .*1 events to project[\s\S]*WAITS before .* event_newer: .*version 99/,
    )
  })

  it('makes status --wait fail', async () => {
    const ends = openLogEnds(setting.settings)
    await expect(
      whenCaughtUp(setting.database, ends, 0.01, 300).finally(() => ends.close()),
    ).rejects.toMatchObject({
      code: 'service_failed',
      message: expect.stringMatching(/not caught up.*WAITS before/),
    })
  })

  it('is counted by the metrics', async () => {
    expect(await metrics.metrics()).toContain(
      'legislog_projection_waiting{read_schema="read_0001",code="event_newer"} 1',
    )
  })
})

it('appears in status without a log end if Kafka does not answer', async () => {
  const ends = openLogEnds({ ...setting.settings, kafka_brokers: [`127.0.0.1:${await freePort()}`] })
  const now = await readStatus(setting.database, ends, 300).finally(() => ends.close())
  expect(now).toMatchObject({ caught_up: false, kafka_error: expect.stringContaining('does not answer') })
  expect(describeStatus(now)).toContain('the end of the log is not known: Kafka at 127.0.0.1:')
})
