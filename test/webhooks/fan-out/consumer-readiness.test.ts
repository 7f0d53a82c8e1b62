import { expect, it } from 'vitest'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createLogReader } from '../../../runtime/kafka/log-reader/log-reader.ts'
import { createLog } from '../../../runtime/log.ts'
import { createConsumer } from '../../../webhooks/fan-out/consumer.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { api, createKafkaProxy } from '../../support/faults/kafka-proxy.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

it('a dispatcher becomes not ready if it receives nothing from the log, and ready again when it does', async () => {
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
  const consumer = createConsumer({ reader, database, codec, clock, log, onDeferred() {}, wake: () => {} })
  cleanUp(() => consumer.stop())
  await consumer.start()
  await eventually(() => consumer.health().is_ready, { timeout_ms: 10_000 })

  const resume = proxy.silence(api.fetch)
  // The last contact with the broker has a time of this machine's clock.
  clock.advance(Date.now() - clock.now().getTime())
  clock.advance(31_000)
  expect(consumer.health()).toMatchObject({ is_ready: false, reader: { state: 'reading' }, error: undefined })
  clock.advance(-31_000)
  resume()
  await eventually(() => consumer.health().is_ready, { timeout_ms: 10_000 })
})
