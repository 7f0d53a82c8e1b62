import type { Log } from '../../runtime/log.ts'
import { retryPause_ms } from '../../runtime/postgres/transient.ts'
import type { Signal } from '../../runtime/signal.ts'
import type { LeaseSession } from './lease-session.ts'
import { isLogRefusal, type RelayLogCheck } from './log-checks/log-check.ts'
import { unlessStopped } from './unless-stopped.ts'

/** Inputs of the relay's wait for Kafka. */
export type Waiting = {
  readonly session: LeaseSession
  readonly check: RelayLogCheck
  readonly stopping: AbortSignal
  readonly wake: Signal
  readonly log: Log
  readonly onFailure: (error: Error) => void
}

/** Repeats `ask` until Kafka answers: while the session lives, no other relay may send. */
export async function untilAnswered<T>(waiting: Waiting, trouble: string, ask: () => Promise<T>): Promise<T> {
  const { session, check, stopping, wake, log, onFailure } = waiting
  for (let failures = 0; ; failures++) {
    // A relay that was stopped for a while must not send what another relay has sent since.
    await session.confirm()
    try {
      return await session.keepWhile(ask)
    } catch (error) {
      check.failed()
      onFailure(errorFrom(error))
      if (stopping.aborted || session.isLost() || isLogRefusal(error)) throw error
      log.warn({ err: error, failures }, trouble)
      await session.keepWhile(() => wake.wait(retryPause_ms(error, failures)))
    }
  }
}

/** Like `untilAnswered`, for reading: stops waiting when the relay is stopped. */
export function untilRead<T>(waiting: Waiting, ask: () => Promise<T>): Promise<T> {
  return untilAnswered(waiting, 'the log cannot be read yet', () => unlessStopped(waiting.stopping, ask))
}

export function errorFrom(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
