import type { Log } from '../../runtime/log.ts'
import { isTransient } from '../../runtime/postgres.ts'

const ATTEMPTS = 9
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 3_000

/** Does work again that a deadlock, a lost connection or a restart of the server has cut off: about ten seconds long. */
export async function retryTransient<T>(log: Log, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error
      log.warn({ reason: String(error), attempt }, 'the database cut work off: it is tried again')
      // Two that met in a deadlock must not meet again.
      const pause_ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random())
      await new Promise((resolve) => setTimeout(resolve, pause_ms))
    }
  }
}
