import { LegislogError } from '../../schemas/errors.ts'
import type { Clock } from '../clock.ts'
import { isGap } from '../kafka/client/log-position.ts'
import type { LogBatch, LogReader, ReaderHealth } from '../kafka/log-reader/log-reader.ts'
import type { Log } from '../log.ts'
import { pause } from '../pause.ts'
import type { Database } from '../postgres/postgres.ts'
import { retryPause_ms } from '../postgres/transient.ts'
import { type AwaitProjection, createAwaitProjection } from './await-projection.ts'

export type ConsumerHealth = {
  readonly is_ready: boolean
  readonly reader: ReaderHealth
  /** The reason if the current batch cannot be applied. */
  readonly error: string | undefined
}

/** Gives the reason if a consumer does not read the log; undefined if it does. */
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
/** After this time without an answer of the broker, or without applying a batch, a consumer is not ready. */
const PROGRESS_MS = 30_000

/** Reads the log batch by batch. What it writes moves the positions in the same transaction. */
export function createLogConsumer(options: {
  readonly reader: LogReader
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** How a batch is called in the log. */
  readonly called: string
  /**
   * Writes a batch. Returns false if the batch no longer belongs to this process. `untilRead` waits a moment for the live
   * read schema.
   */
  readonly apply: (
    batch: LogBatch,
    rights: { readonly isCurrent: () => boolean; readonly untilRead: AwaitProjection },
  ) => Promise<boolean>
  /** Resolves when batches may be written, or when the signal aborts. */
  readonly untilAgreed?: ((signal: AbortSignal) => Promise<void>) | undefined
}): Consumer {
  const { reader, database, clock, log, called, apply, untilAgreed } = options
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
    const isWritten = await apply(batch, { isCurrent: () => reader.isCurrent(batch.epoch), untilRead })
    if (!isWritten) return true
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
        log[moved ? 'info' : 'warn']({ err: error }, `${called} batch not applied, reading it again`)
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
