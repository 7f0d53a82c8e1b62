import pLimit from 'p-limit'
import type { Log } from '../runtime/log.ts'
import type { Drain } from './drain.ts'
import type { Drained } from './turn.ts'

export type Drains = {
  /** Resolves when the endpoint was drained after this call. */
  run(endpoint_id: number): Promise<void>
  /** Drains that are under way or wait for their turn. */
  size(): number
  settled(): Promise<void>
}

/**
 * The drains of this process: an endpoint has one at a time, and one more after it where it was asked for again; so
 * many run at once, and an endpoint with more to send goes to the end of the queue.
 */
export function createDrains(options: { drain: Drain; concurrency: number; log: Log }): Drains {
  const { drain, log } = options
  const limit = pLimit(options.concurrency)
  const underWay = new Map<number, { again: boolean; ended: Promise<void> }>()

  async function drainAll(endpoint_id: number, state: { again: boolean }): Promise<void> {
    let left: Drained
    do {
      left = await limit(() => {
        state.again = false
        return drain(endpoint_id)
      }).catch((error: unknown) => {
        log.warn({ err: error, endpoint_id }, 'endpoint not drained')
        return 'empty' as const
      })
    } while (left === 'more' || (left === 'empty' && state.again))
    underWay.delete(endpoint_id)
  }

  return {
    run(endpoint_id) {
      const current = underWay.get(endpoint_id)
      if (current !== undefined) {
        current.again = true
        return current.ended
      }
      const state = { again: false, ended: Promise.resolve() }
      underWay.set(endpoint_id, state)
      state.ended = drainAll(endpoint_id, state)
      return state.ended
    },
    size: () => underWay.size,
    async settled() {
      await Promise.all([...underWay.values()].map(({ ended }) => ended))
    },
  }
}
