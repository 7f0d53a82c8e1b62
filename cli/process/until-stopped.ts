import { returnMemoryAtRest } from './memory-at-rest.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * A launcher passes on a signal that the terminal or a kill of the group also sent to us. Within this time, both count
 * as one request.
 */
const SAME_REQUEST_MS = 500
/** The longest time that a service takes to end if its stores are gone. An attempt to send a webhook ends within it. */
export const SERVICE_END_MS = 20_000
/** The work is done; only a client that retries a lost store still keeps the process alive. */
const LEFT_OPEN_MS = 500

let isStopping = false

/**
 * Calls `onFirst` at the first request to stop, and `onAgain` at each later one that is not the same request passed on.
 * Returns a function that stops listening.
 */
export function onStopRequests(
  onFirst: (signal: NodeJS.Signals) => void,
  onAgain: (signal: NodeJS.Signals) => void,
  names: readonly NodeJS.Signals[] = signals,
): () => void {
  let first_ms: number | undefined
  const listen = (signal: NodeJS.Signals): void => {
    if (first_ms === undefined) {
      first_ms = performance.now()
      onFirst(signal)
    } else if (performance.now() - first_ms > SAME_REQUEST_MS) onAgain(signal)
  }
  for (const name of names) process.on(name, listen)
  return () => {
    for (const name of names) process.off(name, listen)
  }
}

/**
 * Resolves at the first Ctrl-C or SIGTERM, so that a long-running command can finish its current work; a
 * second one ends the process at once. A service ends within SERVICE_END_MS in any case, even if its stores
 * are gone and its clients keep retrying. Until then, it returns memory when it rests.
 */
export function untilStopped({ is_service = false } = {}): Promise<void> {
  if (is_service) returnMemoryAtRest()
  return new Promise((resolve) => {
    const listenNoMore = onStopRequests(
      () => {
        isStopping = true
        if (is_service) endWithin(SERVICE_END_MS, 'it did not stop cleanly')
        resolve()
      },
      (signal) => {
        listenNoMore()
        process.kill(process.pid, signal)
      },
    )
  })
}

/** Aborts with this reason at the first request to stop. */
export function stopSignal(reason: Error, kind: { is_service?: boolean } = {}): AbortSignal {
  const stopping = new AbortController()
  void untilStopped(kind).then(() => stopping.abort(reason))
  return stopping.signal
}

/** Ends a command that was stopped and has done its work, or that has failed, even if it left something open. */
export function endIfDone({ has_failed }: { has_failed: boolean }): void {
  if (isStopping || has_failed) endWithin(LEFT_OPEN_MS)
}

/** The timer does not keep the process alive: it fires only if something else does. */
function endWithin(patience_ms: number, complaint?: string): void {
  setTimeout(() => {
    if (complaint !== undefined) {
      process.stderr.write(`legislog: ${complaint} within ${patience_ms / 1000} s\n`)
      process.exitCode ??= 1
    }
    process.exit()
  }, patience_ms).unref()
}
