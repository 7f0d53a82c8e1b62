import type { Command } from 'commander'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { startServiceHealth } from '../../runtime/health/service-health.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { whyNotReading } from '../../runtime/log-consumer/consumer.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { watchFrozenSessions } from '../../runtime/postgres/frozen-sessions.ts'
import { createDatabase } from '../../runtime/postgres/postgres.ts'
import { createRedis } from '../../runtime/redis.ts'
import { createDispatcher } from '../../webhooks/dispatcher.ts'
import { openContext } from '../context/context.ts'
import { setAction } from '../output/answer.ts'
import { reportReady } from '../process/parent.ts'
import { untilStopped } from '../process/until-stopped.ts'

/** The dispatcher alone. Several may run: they share partitions and deliveries. Redis may be away. */
export function registerWebhooks(program: Command): void {
  setAction(program.command('webhooks').description('send webhooks until stopped'), async () => {
    const { settings, log } = await openContext({ name: 'webhooks', needs: ['postgres', 'kafka'] })
    const database = createDatabase(settings, { application_name: 'legislog webhooks' })
    const redis = {
      producer: createRedis(settings, { for: 'producer' }),
      worker: createRedis(settings, { for: 'worker' }),
    }
    const metrics = createMetrics()
    const dispatcher = await createDispatcher({
      settings,
      metrics,
      database,
      redis,
      kafka: createKafka(settings, 'legislog-webhooks'),
      codec: await createEventCodec(settings, database),
      log,
      clock: systemClock,
    })
    await dispatcher.start()
    const watch = watchFrozenSessions({ database, log })
    const health = await startServiceHealth({
      settings,
      service: 'webhooks',
      redis: redis.producer,
      checks: () => ({
        log: async () =>
          whyNotReading(dispatcher.health(), {
            silent_ms: settings.heartbeat_timeout_ms,
            now_ms: Date.now(),
          }),
        clocks: async () => dispatcher.whyClocksApart(),
      }),
      facts: dispatcher.health,
      metrics,
      clock: systemClock,
      log,
    })
    log.info('the dispatcher sends webhooks')
    reportReady()
    await untilStopped({ is_service: true })
    await health.stop()
    await dispatcher.stop()
    await watch.stop()
    redis.producer.disconnect()
    redis.worker.disconnect()
    await database.end()
    return undefined
  })
}
