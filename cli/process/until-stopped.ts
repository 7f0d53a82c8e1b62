const signals = ['SIGINT', 'SIGTERM'] as const

/** A launcher passes on what the terminal or a kill of its group has sent to us as well: so soon after, it is the same request. */
const SAME_REQUEST_MS = 500
/** How long a service takes over its end when what it works with is gone. An attempt to send a webhook ends within it. */
export const SERVICE_END_MS = 20_000
/** Work is done; what still holds the process is a client that asks a store that is gone. */
const LEFT_OPEN_MS = 500

let isStopping = false

/**
 * Calls `onFirst` at the first request to stop, whatever came of it, and `onAgain` at each later one that is a request of
 * its own. Returns how to listen no more.
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
 * Resolves at the first Ctrl-C or SIGTERM, so that a long-running command can end what it has in hand; a second one
 * ends the process at once. A service ends in any case within SERVICE_END_MS, also where the stores that it works with are
 * gone and its clients ask for them again and again.
 */
export function untilStopped({ is_service = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    const listenNoMore = onStopRequests(
      () => {
        isStopping = true
        if (is_service) endWithin(SERVICE_END_MS, 'it did not end in order')
        resolve()
      },
      (signal) => {
        listenNoMore()
        process.kill(process.pid, signal)
      },
    )
  })
}

/** A command that was stopped and has done its work, or that has failed, ends, whatever it has left open. */
export function endIfDone({ has_failed }: { has_failed: boolean }): void {
  if (isStopping || has_failed) endWithin(LEFT_OPEN_MS)
}

/** The timer holds nobody: it only rings where something else does. */
function endWithin(patience_ms: number, complaint?: string): void {
  setTimeout(() => {
    if (complaint !== undefined) {
      process.stderr.write(`legislog: ${complaint} within ${patience_ms / 1000} s\n`)
      process.exitCode ??= 1
    }
    process.exit()
  }, patience_ms).unref()
}
