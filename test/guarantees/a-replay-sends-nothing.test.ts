import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import type { Dispatcher } from '../../webhooks/dispatcher.ts'
import type { Receiver } from '../support/fakes/receiver.ts'
import { eventually } from '../support/harness/eventually.ts'
import { readTopic, topicEnds } from '../support/log/read-topic.ts'
import { billOf, editSample, sampleAction } from '../support/service/edited-sample.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'

let service: WholeService
let dispatcher: Dispatcher
let receiver: Receiver

beforeAll(async () => {
  service = await createWholeService()
  service.startRelay()
  await service.startProjections()
  dispatcher = await service.startDispatcher()
  receiver = (await service.createEndpoint(['*'])).receiver
})

const stored = async () => {
  const { rows } = await service.database.query<{ ce_id: string }>(
    `SELECT e.id, e.ce_id, d.key, d.status, d.attempt, d.updated_at
     FROM webhook.event e LEFT JOIN webhook.delivery d ON d.event_id = e.id ORDER BY e.id`,
  )
  return rows
}

const dispatched = () =>
  eventually(async () => {
    const { rows } = await service.database.query<{ is_there: boolean }>(`
      SELECT coalesce(bool_and(w.next = c.end_offset), false) AS is_there
      FROM control.partition_clock c JOIN webhook.position w USING (topic, partition)`)
    return rows[0]!.is_there
  })

describe('webhooks', () => {
  it('are not sent for a first load of any size', async () => {
    const [, legislature] = await service.ingestSample()
    expect(legislature!.events).toBeGreaterThan(100)
    await service.caughtUp()
    expect(await stored()).toEqual([])
    expect(receiver.received).toEqual([])
  })

  it('are not sent for a later run that is declared a backfill', async () => {
    const run = { mode: 'backfill' } as const
    const { events } = await service.ingest('openstates-scraper', join(sampleFolder, 'revision'), run)
    expect(events).toBeGreaterThan(0)
    await service.caughtUp()
    expect(await stored()).toEqual([])
    expect(receiver.received).toEqual([])
  })

  it('are sent once when the log is read a second time from its first event', async () => {
    const sample = await editSample('revision')
    await sample.bills((bills) => {
      for (const bill of bills) bill.actions.push(sampleAction('2026-03-30', 'Fiscal note filed'))
      billOf(bills, 'HB 7').title += ', as amended'
      return bills
    })
    const { by_type } = await service.ingest('openstates-scraper', sample.folder)
    const owed = by_type['bill.action'] ?? 0
    expect(owed).toBeGreaterThan(3)
    await service.caughtUp()
    await service.delivered()
    const first = await stored()
    expect(first).toHaveLength(owed)
    expect(receiver.received).toHaveLength(owed)

    await dispatcher.stop()
    await service.database.query('UPDATE webhook.position SET next = 0')
    dispatcher = await service.startDispatcher()
    await dispatched()
    await dispatcher.sweep()
    expect(await stored()).toEqual(first)
    expect(receiver.received).toHaveLength(owed)
  })

  it('are sent once when the relay publishes an event twice', async () => {
    const first = await stored()
    const records = await readTopic(service.settings, 'legislog.bills.v1')
    const producer = createKafka(service.settings, 'legislog-test').producer()
    await producer.connect()
    await producer.send({
      topic: topicName(service.settings, 'legislog.bills.v1'),
      messages: records.slice(-5).map(({ key, partition, headers, value }) => ({
        key,
        partition,
        value,
        headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
      })),
    })
    await producer.disconnect()
    const ends = await topicEnds(service.settings, 'legislog.bills.v1')
    await eventually(async () => {
      const { rows } = await service.database.query<{ partition: number; next: number }>(
        "SELECT partition, next FROM webhook.position WHERE topic = 'legislog.bills.v1'",
      )
      const next = new Map(rows.map((row) => [row.partition, BigInt(row.next)]))
      return ends.every(({ partition, end }) => next.get(partition) === end)
    })
    expect(await stored()).toEqual(first)
    expect(receiver.received).toHaveLength(first.length)
  })
})
