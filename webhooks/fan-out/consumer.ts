import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { isGap } from '../../runtime/kafka/client/log-position.ts'
import type { LogReader, ReaderHealth } from '../../runtime/kafka/log-reader/log-reader.ts'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { retryPause_ms } from '../../runtime/postgres/transient.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { applyBatch } from './apply-batch.ts'
import { createAwaitProjection } from './await-projection.ts'

export type ConsumerHealth = {
  readonly is_ready: boolean
  readonly reader: ReaderHealth
  /** The reason if the current batch cannot be applied. */
  readonly error: string | undefined
}

/** Gives the reason if the dispatcher does not read the log; undefined if it does. */
export function whyNotReading(
  { is_ready, reader, error }: ConsumerHealth,
  { silent_ms, now_ms }: { readonly silent_ms: number; readonly now_ms: number },
): string | undefined {
  if (error !== undefined) return error
  if (reader.state !== 'reading') return `the partitions are not read: ${reader.state}`
  if (reader.heard_at < now_ms - silent_ms) {
    return `no fetch for ${Math.round((now_ms - reader.heard_at) / 1_000)} s`
  }
  return is_ready ? undefined : 'a batch could not be applied'
}

export type Consumer = { start(): Promise<void>; stop(): Promise<void>; health(): ConsumerHealth }

const MAX_BATCH_EVENTS = 1_000
const FLUSH_MS = 20
/** After this time without an answer of the broker, or without applying a batch, the dispatcher is not ready. */
const PROGRESS_MS = 30_000

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
  const stopping = new AbortController()
  const untilRead = createAwaitProjection({ database, signal: stopping.signal })
  let running: Promise<void> | undefined
  let failing: { readonly since: number; readonly error: string; readonly is_halt: boolean } | undefined

  /** Returns false at the end. A failed batch does not move the positions, and is read again from them. */
  async function step(): Promise<boolean> {
    const batch = await reader.next({ max_events: MAX_BATCH_EVENTS, flush_ms: FLUSH_MS })
    if (batch === undefined) return false
    await untilAgreed?.(stopping.signal)
    if (stopping.signal.aborted) return false
    const applied = await applyBatch(batch, {
      database,
      codec,
      now: clock.now(),
      moves_positions: true,
      isCurrent: () => reader.isCurrent(batch.epoch),
      untilRead,
    })
    if (applied === undefined) return true
    const { events, deliveries, endpoint_ids, parked, deferred } = applied
    if (deferred > 0) onDeferred()
    if (endpoint_ids.length > 0) wake(endpoint_ids)
    if (parked.length > 0) log.error({ parked: parked.length, code: parked[0]?.code }, 'events parked')
    if (events + deferred > 0) log.debug({ events, deliveries, deferred }, 'events fanned out')
    await reader.commit(batch)
    return true
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        if (!(await step())) return
        failing = undefined
        failures = 0
      } catch (error) {
        if (stopping.signal.aborted) return
        const message = error instanceof Error ? error.message : String(error)
        failing = { since: failing?.since ?? clock.now().getTime(), error: message, is_halt: isGap(error) }
        const moved = error instanceof LegislogError && error.code === 'positions_moved'
        log[moved ? 'info' : 'warn']({ err: error }, 'webhook batch not applied, reading it again')
        await pause(retryPause_ms(error, failures++), stopping.signal)
        await reader.resync().catch((cause) => log.warn({ err: cause }, 'could not read the positions yet'))
      }
    }
  }

  return {
    async start() {
      await reader.start()
      running = run()
    },
    async stop() {
      stopping.abort()
      await reader.stop()
      await running
    },
    health() {
      const late = clock.now().getTime() - PROGRESS_MS
      const health = reader.health()
      const isHeard = health.state === 'reading' && health.heard_at > late
      // A reader that reads again after a halt has accepted the log, even if no batch has come since.
      const fault = failing?.is_halt === true && health.state === 'reading' ? undefined : failing
      return {
        is_ready: isHeard && (fault?.since ?? Number.POSITIVE_INFINITY) > late,
        reader: health,
        error: fault?.error ?? health.error,
      }
    },
  }
}
