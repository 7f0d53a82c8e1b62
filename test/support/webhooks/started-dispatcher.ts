import type { Registry } from 'prom-client'
import { type Clock, systemClock } from '../../../runtime/clock.ts'
import type { EventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka, type Kafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Log } from '../../../runtime/log.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { createRedis } from '../../../runtime/redis.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { createDispatcher, type Dispatcher } from '../../../webhooks/dispatcher.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'

/** Starts a dispatcher with its own connections, and waits until it reads the log. It may be stopped twice. */
export async function startDispatcher(options: {
  readonly settings: Settings
  readonly database: Database
  readonly codec: EventCodec
  readonly log: Log
  readonly kafka?: Kafka
  readonly clock?: Clock
}): Promise<Dispatcher & { metrics: Registry }> {
  const { settings, kafka = createKafka(settings, 'legislog-webhooks-test'), clock = systemClock } = options
  const redis = {
    producer: createRedis(settings, { for: 'producer' }),
    worker: createRedis(settings, { for: 'worker' }),
  }
  const metrics = createMetrics()
  const dispatcher = await createDispatcher({ ...options, kafka, clock, redis, metrics })
  await dispatcher.start()
  // Without an endpoint, it starts at the end of the log, and later events come after that.
  await eventually(() => /^(reading|halted)$/.test(dispatcher.health().reader.state))
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= dispatcher.stop().then(() => {
      redis.producer.disconnect()
      redis.worker.disconnect()
    })
    return stopped
  }
  cleanUp(stop)
  return { ...dispatcher, stop, metrics }
}
