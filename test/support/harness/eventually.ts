import { setTimeout as delay } from 'node:timers/promises'

/**
 * Polls until `attempt` returns a value other than undefined or false, and returns that value. When time is up, it
 * throws the last failure, so the test shows the expectation that was never met.
 */
export async function eventually<T>(
  attempt: () => Promise<T> | T,
  options: { timeout_ms?: number; interval_ms?: number } = {},
): Promise<Exclude<T, undefined | false>> {
  const { timeout_ms = 30_000, interval_ms = 25 } = options
  const deadline = Date.now() + timeout_ms
  for (;;) {
    let failure: unknown
    try {
      const result = await attempt()
      if (result !== undefined && result !== false) return result as Exclude<T, undefined | false>
      failure = new Error(`still ${String(result)} after ${timeout_ms} ms`)
    } catch (error) {
      failure = error
    }
    if (Date.now() >= deadline) throw failure
    await delay(interval_ms)
  }
}
