import { expect, it } from 'vitest'
import { createEventCodec } from '../../runtime/event-codec.ts'
import { createLog } from '../../runtime/log.ts'
import { createLogReader } from '../../runtime/log-reader.ts'
import { createConsumer } from '../../webhooks/consumer.ts'
import { cleanUp } from '../support/clean-up.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { api, createKafkaProxy } from '../support/kafka-proxy.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { createTestTopics } from '../support/topics.ts'

it('a dispatcher that lives and hears nothing of the log is not ready, and is again once it does', async () => {
  const { settings: stored, database } = await createTestDatabase()
  const settings = await createTestTopics(stored)
  const proxy = await createKafkaProxy(settings)
  const clock = createManualClock(new Date().toISOString())
  const log = createLog('webhooks', 'silent')
  const reader = createLogReader({
    settings,
    kafka: proxy.kafka,
    group: 'webhooks',
    topics: ['legislog.bills.v1'],
    positions: async () => new Map(),
    log,
  })
  const codec = await createEventCodec(settings, database)
  const consumer = createConsumer({ reader, database, codec, clock, log, onHeld() {}, wake: () => {} })
  cleanUp(() => consumer.stop())
  await consumer.start()
  await eventually(() => consumer.health().is_ready, { timeout_ms: 10_000 })

  const resume = proxy.silence(api.fetch)
  // The broker was heard of by the clock of this machine.
  clock.advance(Date.now() - clock.now().getTime())
  clock.advance(31_000)
  expect(consumer.health()).toMatchObject({ is_ready: false, reader: { state: 'reading' }, error: undefined })
  clock.advance(-31_000)
  resume()
  await eventually(() => consumer.health().is_ready, { timeout_ms: 10_000 })
})
