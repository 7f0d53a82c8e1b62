import { MINUTE_MS, SECOND_MS } from '../../../runtime/durations.ts'
import type { Log } from '../../../runtime/log.ts'
import { Signal } from '../../../runtime/signal.ts'
import { type Postponed, postponed } from '../answers/ask-within-budget.ts'
import { type Done, doWork } from './do-work.ts'
import { postponeWork, takeWork } from './due-work.ts'
import { Pace } from './pace.ts'
import { type Priorities, planChangedBills } from './plan-changed-bills.ts'
import type { Work } from './work.ts'
import type { WorkParts } from './work-parts.ts'

export type ModelWorker = {
  /** Plans changed bills and works until nothing is due. Work that is postponed stays postponed. */
  readonly runDue: () => Promise<void>
  readonly start: () => void
  /** Looks for due work now. */
  readonly wake: () => void
  /** Ends requests at once. Their work is due again. */
  readonly stop: () => Promise<void>
}

type Options = WorkParts & {
  readonly concurrency: number
  readonly priorities: Priorities
  /** Bills were planned: other workers may help. */
  readonly onPlanned?: () => void
  readonly log: Log
}

/**
 * A killed process gives up its work after this. Work that takes longer may be taken twice, but its questions are asked
 * once, and the same derivation is no change.
 */
const LEASE_MS = 30 * MINUTE_MS
/** Due work is looked for this often, even if nobody wakes the worker. */
const POLL_MS = 30 * SECOND_MS

/**
 * Asks the model about due bills. Postgres has all that is due; a message through Redis only ends a pause. So any number of
 * processes share the work, and losing Redis or a process loses none.
 */
export function createModelWorker(options: Options): ModelWorker {
  const { database, clock, log, concurrency } = options
  const pace = new Pace()
  const stopping = new AbortController()
  const woken = new Signal()
  let running: Promise<unknown> | undefined

  /** Does one piece of work. Returns false if none is due or none may be asked about now. */
  async function step(): Promise<boolean> {
    if (stopping.signal.aborted || pace.waits_ms(clock.now()) > 0) return false
    const work = await takeWork(database, clock.now(), LEASE_MS)
    if (work === undefined) return false
    const done = await attempt(work)
    if (done.kind === 'postponed') await postpone(work, done)
    else {
      pace.onAnswer()
      log.debug(
        { bill: work.bill_ocd_id, kind: work.kind, outcome: done.kind },
        'asked the model about a bill',
      )
    }
    return true
  }

  /** An error of ours, such as a text that the object store lacks, postpones this work alone. */
  async function attempt(work: Work): Promise<Done> {
    try {
      return await doWork(work, options, stopping.signal)
    } catch (error) {
      log.warn({ err: error, bill: work.bill_ocd_id }, 'could not describe a bill')
      return postponed('error', error instanceof Error ? error.message : String(error))
    }
  }

  async function postpone(work: Work, done: Postponed): Promise<void> {
    const { cause, reason } = done
    const due_at = pace.onPostponed(done, work.failures, clock.now())
    const isFailure = cause === 'failed' || cause === 'rejected' || cause === 'error'
    await postponeWork(database, work, { due_at, reason, isFailure })
    if (cause === 'failed' || cause === 'rejected' || cause === 'limited')
      log.warn({ bill: work.bill_ocd_id, cause, reason, due_at }, 'the model did not answer')
  }

  async function plan(): Promise<void> {
    const { model, priorities } = options
    while (!stopping.signal.aborted) {
      if ((await planChangedBills(database, { model, now: clock.now(), priorities })) === 0) return
      woken.notify()
      options.onPlanned?.()
    }
  }

  const pauseTime_ms = () => Math.min(pace.waits_ms(clock.now()) || POLL_MS, POLL_MS)

  /** One lane plans before it works; all lanes work. */
  async function runLane(isFirst: boolean): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (isFirst) await plan()
        while (await step());
      } catch (error) {
        log.warn({ err: error }, 'could not look for bills to describe; trying again')
      }
      if (!stopping.signal.aborted) await woken.wait(pauseTime_ms())
    }
  }

  const runLanes = (lane: (isFirst: boolean) => Promise<void>) =>
    Promise.all(Array.from({ length: concurrency }, (_, index) => lane(index === 0)))

  return {
    async runDue() {
      await plan()
      await runLanes(async () => {
        while (await step());
      })
    },
    start() {
      running = runLanes(runLane)
    },
    wake: () => woken.notify(),
    async stop() {
      stopping.abort()
      woken.notify()
      await running
    },
  }
}
