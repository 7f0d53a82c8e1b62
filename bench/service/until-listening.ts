import { setTimeout as delay } from 'node:timers/promises'

const LIMIT_MS = 180_000

/** Waits until an API answers. Throws after three minutes: it could not start. */
export async function untilListening(origin: string): Promise<void> {
  const late_ms = performance.now() + LIMIT_MS
  const answers = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) {
    if (performance.now() > late_ms) throw new Error(`${origin}/healthz does not answer`)
    await delay(100)
  }
}
