import { setTimeout as delay } from 'node:timers/promises'
import { NIGHTLY } from '../harness/nightly.ts'
import { addNotes, editSample } from './edited-sample.ts'
import type { WholeService } from './whole-service.ts'

export type SteadyLoad = {
  /** The number of emitted events so far. */
  emitted(): number
  /** Ends after the current run and returns the number of emitted events. */
  stop(): Promise<number>
}

/** Fewer events leave the cores to the other tests. */
const PAUSE_MS = NIGHTLY ? 50 : 200

/**
 * Adds an action to each bill of the sample, run after run, until it is stopped: a hundred live events per second in the
 * nightly run, and some thirty in every run.
 */
export async function startLoad(service: WholeService): Promise<SteadyLoad> {
  const sample = await editSample()
  let emitted = 0
  let isStopping = false

  async function run(): Promise<void> {
    for (let number = 1; !isStopping; number++) {
      await addNotes(sample, String(number))
      const { events } = await service.ingest('openstates-scraper', sample.folder, { mode: 'live' })
      emitted += events
      await delay(PAUSE_MS)
    }
  }

  const running = run()
  // The caller of stop() sees its failure.
  running.catch(() => {})
  return {
    emitted: () => emitted,
    async stop() {
      isStopping = true
      await running
      return emitted
    },
  }
}
