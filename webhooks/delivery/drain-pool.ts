import pLimit from 'p-limit'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import type { Drain } from './drain.ts'
import type { DrainOutcome } from './sending-session.ts'

export type DrainPool = {
  /** Resolves when the endpoint was drained after this call. */
  run(endpoint_id: number): Promise<void>
  /** Drains that are under way or wait for their turn. */
  size(): number
  settled(): Promise<void>
}

/** Who takes longer than this, since receivers are slow or much is to be sent, makes room for others and goes on beside them. */
const PATIENCE_MS = 1_000
const MAX_DETACHED = 1_000

/**
 * The drains of this process: an endpoint has one at a time, and one more after it where it was asked for again. So many
 * begin at once; however many receivers hang, others are served. An endpoint with more to send goes to the end of the
 * queue.
 */
export function createDrainPool(options: {
  drain: Drain
  concurrency: number
  log: Log
  patience_ms?: number
  max_detached?: number
}): DrainPool {
  const { drain, log, patience_ms = PATIENCE_MS, max_detached = MAX_DETACHED } = options
  const limit = pLimit(options.concurrency)
  const underWay = new Map<number, { again: boolean; ended: Promise<void> }>()
  let detached = 0

  /** Holds its place in the limit until it ends or has taken its time. */
  function inTurn(endpointId: number, state: { again: boolean }): Promise<DrainOutcome> {
    return new Promise((done, fail) => {
      void limit(async () => {
        state.again = false
        const ended = new AbortController()
        const drained = drain(endpointId).finally(() => ended.abort())
        drained.then(done, fail)
        const hasEnded = () => ended.signal.aborted
        await pause(patience_ms, ended.signal)
        if (hasEnded()) return
        if (detached >= max_detached) return void (await drained.catch(() => {}))
        detached += 1
        const leave = () => {
          detached -= 1
        }
        drained.then(leave, leave)
      })
    })
  }

  async function drainAll(endpointId: number, state: { again: boolean }): Promise<void> {
    let left: DrainOutcome
    do {
      left = await inTurn(endpointId, state).catch((error: unknown) => {
        log.warn({ err: error, endpoint_id: endpointId }, 'endpoint not drained')
        return 'empty' as const
      })
    } while (left === 'more' || (left === 'empty' && state.again))
    underWay.delete(endpointId)
  }

  return {
    run(endpointId) {
      const current = underWay.get(endpointId)
      if (current !== undefined) {
        current.again = true
        return current.ended
      }
      const state = { again: false, ended: Promise.resolve() }
      underWay.set(endpointId, state)
      state.ended = drainAll(endpointId, state)
      return state.ended
    },
    size: () => underWay.size,
    async settled() {
      await Promise.all([...underWay.values()].map(({ ended }) => ended))
    },
  }
}
