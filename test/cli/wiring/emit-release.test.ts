import { beforeAll, describe, expect, it } from 'vitest'
import { emitRelease } from '../../../cli/wiring/emit-release.ts'
import { unframeEvents } from '../../../ingest/outbox/outbox-frame.ts'
import { listParked } from '../../../projections/parked-retry/list-parked.ts'
import { retryParked } from '../../../projections/parked-retry/retry-parked.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { billContext, billEntity, core, rollCall, voteEntity } from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { encodeLog } from '../../projections/support/log-source.ts'
import { createSetting, project, type Setting } from '../../projections/support/projecting.ts'

const bill = billEntity(7)
const vote = voteEntity(8)
let setting: Setting
let records: LogRecord[]

beforeAll(async () => {
  setting = await createSetting()
  const log = new LogBuilder()
  log.add('bill.introduced', bill.ocd_id, { ...bill, bill: billContext(bill), core: core('HB 7') })
  log.add('vote.recorded', bill.ocd_id, { ...vote, bill: billContext(bill), vote: rollCall() })
  records = await encodeLog(log.logged, setting.codec)
  const [first, second] = records as [LogRecord, LogRecord]
  await project(setting, [first, { ...second, value: null }])
  await setting.database.query('UPDATE control.parked_event SET value = $1', [second.value])
})

const retry = async () => {
  const [parkedKey] = await listParked(setting.database)
  return retryParked({
    ...setting,
    parkedKey: parkedKey!,
    announce: (client, release) => emitRelease(client, setting.codec, setting.settings, release),
  })
}

describe('the release of a parked key', () => {
  it('is not emitted if ingest does not know the entity, and the key stays parked', async () => {
    await expect(retry()).rejects.toMatchObject({ code: 'event_invalid' })
    expect(await listParked(setting.database)).toHaveLength(1)
  })

  it('is emitted under the key, for the vote and its bill, with the next sequence of the vote', async () => {
    await setting.database.query(
      `INSERT INTO ingest.entity (id, ocd_id, entity_type, kafka_key, sequence) VALUES ($1, $2, 'vote', $3, 1)`,
      [vote.id, vote.ocd_id, bill.ocd_id],
    )
    await retry()
    const { rows } = await setting.database.query<{ topic: string; key: string; events: Buffer }>(
      'SELECT topic, partition, key, events FROM ingest.outbox',
    )
    expect(rows).toMatchObject([
      { topic: 'legislog.votes.v1', key: bill.ocd_id, partition: records[1]!.partition },
    ])
    const [emitted] = unframeEvents(rows[0]!.events)
    const event = await setting.codec.decode({
      ...records[1]!,
      headers: { ...emitted!.headers, ce_recordedtime: records[1]!.headers.ce_recordedtime },
      value: emitted!.value,
    })
    expect(event).toMatchObject({
      type: 'vote.released',
      meta: { sequence: 2, subject: vote.ocd_id },
      body: { ...vote, released_ids: [bill.id, vote.id] },
    })
    expect(await listParked(setting.database)).toEqual([])
  })
})
