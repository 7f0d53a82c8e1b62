import { setTimeout as delay } from 'node:timers/promises'

/**
 * Polls until `attempt` returns a value other than undefined or false, and returns that value. When time is up, it
 * throws the last failure, so the test shows the expectation that was never met. Without `interval_ms`, what takes long
 * is asked for less often.
 */
export async function eventually<T>(
  attempt: () => Promise<T> | T,
  options: { timeout_ms?: number; interval_ms?: number } = {},
): Promise<Exclude<T, undefined | false>> {
  const { timeout_ms = 30_000, interval_ms } = options
  const started_ms = Date.now()
  for (;;) {
    let failure: unknown
    try {
      const result = await attempt()
      if (result !== undefined && result !== false) return result as Exclude<T, undefined | false>
      failure = new Error(`still ${String(result)} after ${timeout_ms} ms`)
    } catch (error) {
      failure = error
    }
    const waited_ms = Date.now() - started_ms
    if (waited_ms >= timeout_ms) throw failure
    await delay(interval_ms ?? Math.min(Math.max(waited_ms / 20, 25), 250))
  }
}
