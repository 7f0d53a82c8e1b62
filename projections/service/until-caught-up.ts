import { setTimeout as delay } from 'node:timers/promises'
import type { Projections } from './start-projections.ts'

const POLL_MS = 20

/** Resolves when everything in the log is projected. */
export async function untilCaughtUp(projections: Pick<Projections, 'health'>): Promise<void> {
  for (;;) {
    const { watermark, lag_events, reader } = projections.health()
    if (reader.state === 'reading' && watermark !== undefined && lag_events === 0) return
    await delay(POLL_MS)
  }
}
