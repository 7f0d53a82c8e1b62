import type { ObservationGroup } from '../../../ingest/source-interface/observation.ts'
import { randomObservation, titleAt } from '../../support/builders/observation-stream.ts'
import { alone, bill } from '../../support/builders/observations.ts'
import type { Random } from '../../support/builders/seeded-random.ts'

const STREAM = { bills: 3_000, vote_share: 0.15, removed_share: 0.04, max_actions: 8 } as const

/** Observed every time, and never removed. */
export const BUSY_BILL = 'HB 0'

/** Observations of one moment: bills that are new, changed, removed or back again, and roll calls. */
export function randomObservations(random: Random, observedAt: string, count: number): ObservationGroup[] {
  const busy = bill(BUSY_BILL, { title: titleAt(observedAt) }, { observed_at: observedAt })
  const others = Array.from({ length: count - 1 }, (_, index) =>
    randomObservation(random, observedAt, index, STREAM),
  )
  return alone(busy, ...others)
}
