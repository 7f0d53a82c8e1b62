import { expect, it } from 'vitest'
import { appendLiveEvents } from '../../../corpus/live/live-events.ts'
import { generateCorpus } from '../../../corpus/write/generate-corpus.ts'
import { createIsEvent } from '../../../ingest/relay/log-checks/is-event.ts'
import { refuseLogAhead } from '../../../ingest/relay/log-checks/log-ahead.ts'
import { relayUntilDrained } from '../../../ingest/relay/relay.ts'
import { startProjections } from '../../../projections/service/start-projections.ts'
import { verify } from '../../../projections/verify/verify.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import { topics } from '../../../schemas/log/topics.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { openLogSource } from '../../support/log/log-sources.ts'
import { createTestTopics } from '../../support/log/topics.ts'
import { createTestDatabase } from '../../support/stores/database.ts'
import { knowSchemas } from '../../support/stores/schema-ids.ts'

it('live events for a generated corpus pass through the outbox and the relay into correct rows', async () => {
  const log = createLog('test', 'silent')
  const test = await createTestDatabase({ topic_partitions: 2 })
  const settings = await createTestTopics(test.settings)
  const { database } = test
  await knowSchemas(database)
  await generateCorpus({ settings, database, log, bills: 60, seed: 3, workers: 1 })
  const kafka = createKafka(settings, 'legislog-test', log)
  const codec = await createEventCodec(settings, database)
  const parts = { settings, database, kafka, codec, log, clock: systemClock, metrics: createMetrics() }
  const projections = await startProjections(parts)
  const caughtUp = () =>
    eventually(() => {
      const { lag_events, watermark } = projections.health()
      return lag_events === 0 && watermark !== undefined
    })
  await caughtUp()
  const { read_schema } = projections.health()

  const emitted: number[] = []
  const live = await appendLiveEvents({
    settings,
    database,
    codec,
    read_schema,
    seed: 1,
    events_per_s: 400,
    onAppended: ({ bill_ids }) => emitted.push(...bill_ids),
  })
  await Promise.race([eventually(() => live.events() >= 100), live.failed])
  await live.stop()
  // The relay refuses to send events of entities that ingest does not know.
  await refuseLogAhead({
    source: openLogSource(settings),
    names: topics.map(({ name }) => name),
    database,
    isEvent: createIsEvent(settings, database),
  })
  const { events } = await relayUntilDrained({ settings, database, kafka, log })
  expect(events).toBe(live.events())
  expect(emitted.length).toBeGreaterThan(50)
  await caughtUp()
  await projections.stop()

  const verification = await verify({ settings, database, read_schema })
  expect(verification).toMatchObject({ is_equal: true, differing: 0, holes: [], parked: [] })
})
