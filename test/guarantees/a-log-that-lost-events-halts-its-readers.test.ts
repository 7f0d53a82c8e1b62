import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Projections } from '../../projections/service/start-projections.ts'
import { createKafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { topics } from '../../schemas/log/topics.ts'
import type { Dispatcher } from '../../webhooks/dispatcher.ts'
import { createKafkaProxy } from '../support/faults/kafka-proxy.ts'
import { eventually } from '../support/harness/eventually.ts'
import { cutBack, recreateTopics } from '../support/log/topics.ts'
import { createWholeService, sampleFolder, type WholeService } from '../support/service/whole-service.ts'
import { readRows } from '../support/stores/read-rows.ts'

let service: WholeService
let projections: Projections
let dispatcher: Dispatcher
/** The state of the stores before the readers see the damaged log. */
let before: unknown

beforeEach(async () => {
  service = await createWholeService()
  service.startRelay()
  projections = await service.startProjections()
  dispatcher = await service.startDispatcher()
  await service.ingest('openstates-people', join(sampleFolder, 'people'))
  await service.ingest('openstates-scraper', join(sampleFolder, 'legislature'))
  await service.caughtUp()
  await projections.stop()
  await dispatcher.stop()
})

/** Deletes everything in the log, as retention or a person who frees a disk would do. */
async function deleteRecords(settings: Settings): Promise<void> {
  const admin = createKafka(settings, 'legislog-test').admin()
  await admin.connect()
  for (const { name } of topics) {
    const topic = topicName(settings, name)
    const ends = await admin.fetchTopicOffsets(topic)
    const partitions = ends
      .filter(({ high }) => high !== '0')
      .map(({ partition, high }) => ({ partition, offset: high }))
    if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions })
  }
  await admin.disconnect()
}

async function stores(database: Database): Promise<unknown> {
  const { rows: positions } = await database.query(
    'SELECT topic, partition, next, last_at FROM control.position ORDER BY topic, partition',
  )
  const { rows: dispatched } = await database.query(
    'SELECT topic, partition, next FROM webhook.position ORDER BY topic, partition',
  )
  const { rows: sent } = await database.query('SELECT id, ce_id FROM webhook.event ORDER BY id')
  return { positions, dispatched, sent, rows: [...(await readRows(database, 'read_0001'))] }
}

/** Both readers report the fault when they start, and they do not move or write anything. */
async function bothHalt(code: string): Promise<void> {
  projections = await service.startProjections()
  dispatcher = await service.startDispatcher()
  await bothHaltNow(code)
}

async function bothHaltNow(code: string): Promise<void> {
  await expect(projections.done).rejects.toMatchObject({ code })
  expect(projections.health()).toMatchObject({ is_ready: false })
  const reader = await eventually(() => dispatcher.health().reader.state === 'halted' && dispatcher.health())
  expect(String(reader.error)).toMatch(code === 'retention_gap' ? /begins at/ : /ends at/)
  // Compares row by row, since a failed comparison would print all rows.
  expect(JSON.stringify(await stores(service.database)) === JSON.stringify(before)).toBe(true)
}

describe('the readers of a log', () => {
  it('halt if it begins after their next event, and skip nothing', async () => {
    await service.ingest('openstates-scraper', join(sampleFolder, 'revision'))
    await eventually(async () => {
      const { rows } = await service.database.query<{ waiting: number }>(
        'SELECT count(*) AS waiting FROM ingest.outbox',
      )
      return rows[0]!.waiting === 0
    })
    await deleteRecords(service.settings)
    before = await stores(service.database)
    await bothHalt('retention_gap')
  }, 60_000)

  it('continue if they have read all the lost events', async () => {
    await deleteRecords(service.settings)
    projections = await service.startProjections()
    dispatcher = await service.startDispatcher()
    await service.ingest('openstates-scraper', join(sampleFolder, 'revision'))
    await service.caughtUp()
    expect(projections.health().reader).toMatchObject({ state: 'reading', error: undefined })
    const { rows } = await service.database.query<{ sent: number }>(
      'SELECT count(*) AS sent FROM webhook.event',
    )
    expect(rows[0]!.sent).toBeGreaterThan(0)
  }, 60_000)

  it('halt if it ends before their position: it is a different log', async () => {
    before = await stores(service.database)
    await recreateTopics(service.settings)
    await bothHalt('log_behind')
  }, 60_000)

  it('halt if it is truncated while they read', async () => {
    const proxies = [
      await createKafkaProxy(service.settings),
      await createKafkaProxy(service.settings),
    ] as const
    projections = await service.startProjections(undefined, {}, proxies[0].kafka)
    dispatcher = await service.startDispatcher({}, proxies[1].kafka)
    await eventually(() => projections.health().reader.state === 'reading')
    before = await stores(service.database)
    await cutBack(service.settings, ...proxies)
    await bothHaltNow('log_behind')
    expect(dispatcher.health()).toMatchObject({ is_ready: false, reader: { crashes: 0 } })
  }, 60_000)
})
