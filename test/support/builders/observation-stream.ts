import { action, bill, vote } from './observations.ts'
import type { createRandom } from './seeded-random.ts'

type Random = ReturnType<typeof createRandom>

/** What a source has to tell of a few bills, each time of a later minute. */
export type ObservationStream = {
  /** New, changed, gone, or with one action less than before. */
  some(): ReturnType<typeof bill | typeof vote>[]
  /** A bill as the next minute has it. */
  of(identifier: string, title: string, removed?: string | null): ReturnType<typeof bill>
}

/** Of bills whose numbers begin after `after`. */
export function createObservationStream(random: Random, bills: number, after = 0): ObservationStream {
  let minute = 0
  const nextTime = () => {
    minute += 1
    return new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  }
  return {
    some: () =>
      Array.from({ length: random.between(1, 6) }, () => {
        const observedAt = nextTime()
        const identifier = `HB ${after + random.between(1, bills + 1)}`
        const actions = Array.from({ length: random.between(0, 4) }, (_, index) =>
          action(`2026-01-0${index + 1}`, `Step ${index + 1}`),
        )
        const parts = { title: `An act, as of minute ${minute}`, actions }
        const removed = random.next() < 0.15 ? 'withdrawn by the source' : null
        if (random.next() < 0.25) return vote(identifier, `roll ${minute}`, {}, { observed_at: observedAt })
        return bill(identifier, parts, { observed_at: observedAt, removed })
      }),
    of: (identifier, title, removed = null) =>
      bill(identifier, { title }, { observed_at: nextTime(), removed }),
  }
}
