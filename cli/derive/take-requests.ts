import { countRequests } from '../../ingest/derivations/request-derivation.ts'
import { takeDerivations } from '../../ingest/derivations/take-derivations.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec, type EventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { Signal } from '../../runtime/signal.ts'
import { whileLogIsKnown } from '../context/with-ingest.ts'

const POLL_MS = 5_000
const AFTER_FAILURE_MS = 15_000

export type RequestTaker = {
  /** Why requests could not be taken; null if the last attempt succeeded. */
  error(): string | null
  stop(): Promise<void>
}

/**
 * Turns the texts of the model into events, as the timers of `ingest` do, so that no other process is needed. It opens
 * the registry and looks at the log only if texts wait.
 */
export function startRequestTaker(parts: {
  readonly settings: Settings
  readonly database: Database
  readonly log: Log
}): RequestTaker {
  const { settings, database, log } = parts
  const stopping = new AbortController()
  const woken = new Signal()
  let codec: EventCodec | undefined
  let failure: string | null = null

  async function take(): Promise<void> {
    if ((await countRequests(database)) === 0) return
    codec ??= await createEventCodec(settings, database)
    const context = { settings, database, codec, log, clock: systemClock }
    const taken = await whileLogIsKnown(parts, () => takeDerivations(context, stopping.signal))
    log.info(taken, 'texts of the model became events')
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await take()
        failure = null
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
        log.warn({ err: error }, 'texts of the model could not become events; trying again')
      }
      if (!stopping.signal.aborted) await woken.wait(failure === null ? POLL_MS : AFTER_FAILURE_MS)
    }
  }

  const done = run()
  return {
    error: () => failure,
    async stop() {
      stopping.abort()
      woken.notify()
      await done
    },
  }
}
