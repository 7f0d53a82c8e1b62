import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 100

/**
 * Retries until there is an answer, since the other side is being killed. Throws the last failure after `patience_ms`.
 */
export async function retryUntilAnswered<T>(ask: () => Promise<T>, patience_ms = 120_000): Promise<T> {
  const until = performance.now() + patience_ms
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() >= until) throw error
      await delay(PAUSE_MS)
    }
  }
}

/** The time until the condition is true, in ms; Infinity if it is still false after `patience_ms`. */
export async function timeUntil(
  from: number,
  isSo: () => Promise<boolean>,
  patience_ms: number,
): Promise<number> {
  for (;;) {
    // A service that does not answer is not there yet.
    const is_so = await isSo().catch(() => false)
    const taken_ms = performance.now() - from
    if (is_so) return taken_ms
    if (taken_ms >= patience_ms) return Number.POSITIVE_INFINITY
    await delay(PAUSE_MS)
  }
}
