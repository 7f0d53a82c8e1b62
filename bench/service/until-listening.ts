import { setTimeout as delay } from 'node:timers/promises'

/** Waits until an API answers. */
export async function untilListening(origin: string): Promise<void> {
  while (
    !(await fetch(`${origin}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await delay(100)
}
