import type { ObservationOf } from '../../../ingest/source-interface/observation.ts'
import { action, bill, vote } from './observations.ts'
import type { Random } from './seeded-random.ts'

type BillOrVote = ObservationOf<'bill'> | ObservationOf<'vote'>

export type StreamOptions = {
  /** The highest bill number, counted from `after`. */
  readonly bills: number
  readonly after?: number
  readonly vote_share?: number
  readonly removed_share?: number
  readonly max_actions?: number
}

/** Observations of a few bills, each one minute later than the one before. */
export type ObservationStream = {
  /** Bills that are new, changed, removed, or have fewer actions than before, and roll calls. */
  some(): BillOrVote[]
  /** The bill at the next minute. */
  of(identifier: string, title: string, removed?: string | null): ObservationOf<'bill'>
}

export function createObservationStream(random: Random, options: StreamOptions): ObservationStream {
  let minute = 0
  const nextTime = () => {
    minute += 1
    return new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  }
  return {
    some: () =>
      Array.from({ length: random.between(1, 6) }, (_, index) =>
        randomObservation(random, nextTime(), index, options),
      ),
    of: (identifier, title, removed = null) =>
      bill(identifier, { title }, { observed_at: nextTime(), removed }),
  }
}

/** A bill, or a roll call on one. `index` tells roll calls of one moment apart. */
export function randomObservation(
  random: Random,
  observedAt: string,
  index: number,
  options: StreamOptions,
): BillOrVote {
  const { bills, after = 0, vote_share = 0.25, removed_share = 0.15, max_actions = 3 } = options
  const identifier = `HB ${after + random.between(1, bills + 1)}`
  const actions = Array.from({ length: random.between(0, max_actions + 1) }, (_, step) =>
    action(`2026-01-0${step + 1}`, `Step ${step + 1}`),
  )
  const removed = random.next() < removed_share ? REMOVED : null
  if (random.next() < vote_share)
    return vote(identifier, `roll ${observedAt} ${index}`, {}, { observed_at: observedAt })
  return bill(identifier, { title: titleAt(observedAt), actions }, { observed_at: observedAt, removed })
}

const REMOVED = 'withdrawn by the source'

export const titleAt = (observedAt: string): string => `An act, as of ${observedAt}`
