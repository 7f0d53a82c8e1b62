import type { Log } from '../../runtime/log.ts'
import { createThreadedComparer } from '../copycats/comparing/threaded-comparer.ts'
import { fillCopycats } from '../copycats/fill/fill-copycats.ts'
import { fillMentions } from '../mentions/fill/fill-mentions.ts'
import { fillActivity } from '../targets/activity/fill-activity.ts'
import { type FillOptions, fillBills } from './fill-bills.ts'
import { type LoopHealth, startFillLoop } from './fill-loop.ts'

export type DeriveHealth = LoopHealth & {
  /** Bills that this process has compared since it started. */
  readonly bills: number
}

export type DeriveLoop = { health(): DeriveHealth; stop(): Promise<void> }

/** Derives what changed bills need, as they come. A failure is logged, and the work is tried again. */
export function startDeriveLoop(
  options: Omit<FillOptions, 'signal'> & { readonly log: Log; readonly poll_ms?: number },
): DeriveLoop {
  const { log, onBills, poll_ms, pool } = options
  const comparer = createThreadedComparer(options.objects)
  let bills = 0
  async function fill(signal: AbortSignal): Promise<boolean> {
    const parts: FillOptions = {
      ...options,
      signal,
      onBills(count) {
        bills += count
        onBills?.(count)
      },
    }
    return (
      (await fillMentions(parts)) &&
      (await fillActivity(parts)) &&
      (await fillBills(parts)) &&
      (await fillCopycats({ ...parts, comparer }))
    )
  }
  const loop = startFillLoop({ log, poll_ms, failed: 'could not derive results; trying again', fill })
  return {
    health: () => ({ bills, ...loop.health() }),
    async stop() {
      const ended = loop.stop()
      await Promise.all([pool.close(), comparer.close()])
      await ended
    },
  }
}
