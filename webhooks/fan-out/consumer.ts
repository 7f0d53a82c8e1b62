import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { LogReader } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { Log } from '../../runtime/log.ts'
import { type Consumer, createLogConsumer } from '../../runtime/log-consumer/consumer.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { applyBatch } from './apply-batch.ts'

/** Turns the log into deliveries. It never waits for Redis or for a receiver: `wake` returns at once. */
export function createConsumer(options: {
  reader: LogReader
  database: Database
  codec: EventCodec
  clock: Clock
  log: Log
  wake: (endpoint_ids: readonly number[]) => void
  /** Called if an event has to wait for the read model. */
  onDeferred: () => void
  /** Resolves when deliveries may be planned (clocks/agreed-clock.ts), or when the signal aborts. */
  untilAgreed?: (signal: AbortSignal) => Promise<void>
}): Consumer {
  const { reader, database, codec, clock, log, wake, onDeferred, untilAgreed } = options
  return createLogConsumer({
    reader,
    database,
    clock,
    log,
    called: 'webhook',
    untilAgreed,
    async apply(batch, { isCurrent, untilRead }) {
      const now = clock.now()
      const applied = await applyBatch(batch, {
        database,
        codec,
        now,
        moves_positions: true,
        isCurrent,
        untilRead,
      })
      if (applied === undefined) return false
      const { events, deliveries, endpoint_ids, parked, deferred } = applied
      if (deferred > 0) onDeferred()
      if (endpoint_ids.length > 0) wake(endpoint_ids)
      if (parked.length > 0) log.error({ parked: parked.length, code: parked[0]?.code }, 'events parked')
      if (events + deferred > 0) log.debug({ events, deliveries, deferred }, 'events fanned out')
      return true
    },
  })
}
