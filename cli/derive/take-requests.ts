import { countRequests } from '../../ingest/derivations/request-derivation.ts'
import type { OperatorOptions } from '../../ingest/emit/operator.ts'
import { countScorecardRequests } from '../../ingest/scorecards/count-requests.ts'
import { systemClock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database, Queryable } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { Signal } from '../../runtime/signal.ts'

const POLL_MS = 5_000
const AFTER_FAILURE_MS = 15_000

export type RequestTaker = {
  /** Why requests could not be taken; null if the last attempt succeeded. */
  error(): string | null
  stop(): Promise<void>
}

/** Requests of other parts that only ingest may turn into events. */
export type Requests = {
  /** In messages. */
  readonly called: string
  readonly count: (database: Queryable) => Promise<number>
  readonly loadTake: () => Promise<(context: OperatorOptions, signal: AbortSignal) => Promise<object>>
}

export const modelTexts: Requests = {
  called: 'texts of the model',
  count: countRequests,
  loadTake: async () => (await import('../../ingest/derivations/take-derivations.ts')).takeDerivations,
}

export const publishedScorecards: Requests = {
  called: 'scorecards of accounts',
  count: countScorecardRequests,
  loadTake: async () => (await import('../../ingest/scorecards/take-scorecards.ts')).takeScorecards,
}

/**
 * Turns requests into events, as the timers of `ingest` do, so that no other process is needed. It loads the code of
 * ingest, opens the registry and looks at the log only if requests wait.
 */
export function startRequestTaker(parts: {
  readonly settings: Settings
  readonly database: Database
  readonly log: Log
  readonly requests: Requests
}): RequestTaker {
  const { settings, database, log, requests } = parts
  const stopping = new AbortController()
  const woken = new Signal()
  let codec: EventCodec | undefined
  let failure: string | null = null

  async function take(): Promise<void> {
    if ((await requests.count(database)) === 0) return
    const { createEventCodec } = await import('../../runtime/events/event-codec.ts')
    const { whileLogIsKnown } = await import('../context/with-ingest.ts')
    const takeAll = await requests.loadTake()
    codec ??= await createEventCodec(settings, database)
    const context = { settings, database, codec, log, clock: systemClock }
    const taken = await whileLogIsKnown(parts, () => takeAll(context, stopping.signal))
    log.info(taken, `${requests.called} became events`)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await take()
        failure = null
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
        log.warn({ err: error }, `${requests.called} could not become events; trying again`)
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
