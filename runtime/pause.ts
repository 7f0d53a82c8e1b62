import { setTimeout as delay } from 'node:timers/promises'

/** Waits, or returns at once when the signal aborts. With `ref: false` it does not keep the process alive. */
export async function pause(
  ms: number,
  signal: AbortSignal,
  options: { readonly ref?: boolean } = {},
): Promise<void> {
  // It rejects only when the signal aborts, and callers check the signal.
  await delay(ms, undefined, { signal, ...options }).catch(() => {})
}
