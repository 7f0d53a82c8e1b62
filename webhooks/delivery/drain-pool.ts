import pLimit from 'p-limit'
import type { Log } from '../../runtime/log.ts'
import { pause } from '../../runtime/pause.ts'
import type { Drain } from './drain.ts'
import type { DrainOutcome } from './turn-verdict.ts'

type DrainPool = {
  /** Resolves when the endpoint has been drained once after this call. */
  run(endpoint_id: number): Promise<void>
  /** Resolves when no drain runs or waits. */
  size(): number
  settled(): Promise<void>
}

/**
 * A drain that takes longer than this, because its receiver is slow or has much to get, frees its slot and runs
 * detached.
 */
const PATIENCE_MS = 1_000
const MAX_DETACHED = 1_000

/**
 * Runs the drains of this process. Each endpoint has one drain at a time, and one more after it if another was
 * requested meanwhile. The number of slots is limited, but a hanging receiver keeps its slot only for a while. An
 * endpoint with more to send goes to the end of the queue.
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

  /** Occupies a slot until the drain ends or its patience is over. */
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
        // `fail` passes it on, and `drainAll` logs it.
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
        log.warn({ err: error, endpoint_id: endpointId }, 'could not drain an endpoint')
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
