import type { LookupInput } from '../../locate/lookup/located.ts'
import type { Clock } from '../../runtime/clock.ts'
import { usedUpText } from '../accounts/lookups.ts'
import type { ProblemError } from '../http/problem.ts'
import type { LookupAnswer } from './lookup-answer.ts'
import type { Billing, PaidAnswer } from './paid-lookup.ts'
import type { Payer } from './payer.ts'

export type BatchResult = {
  readonly status: number
  readonly code: string | null
  readonly detail: string | null
  readonly answer: LookupAnswer | null
}

export type BatchOptions = {
  readonly billing: Billing
  readonly payer: Payer
  readonly clock: Clock
  /** The number of lookups that run at a time. */
  readonly width: number
  /** Lookups that are not begun by then are not tried. */
  readonly limit_ms: number
  readonly work: (input: LookupInput) => Promise<LookupAnswer>
  /** Says if the caller has gone. */
  readonly isStopped: () => boolean
  readonly problemOf: (error: unknown) => ProblemError
}

export type BatchOutcome = {
  readonly results: readonly BatchResult[]
  /** The number of lookups that were begun. The rest is the end of the list. */
  readonly tried: number
}

const failed = (status: number, code: string, detail: string): BatchResult => ({
  status,
  code,
  detail,
  answer: null,
})

/**
 * Answers places in their order. Each is reserved and billed by itself, so a match stays billed even if the rest fails.
 * After the cap, the rest is not tried.
 */
export async function runBatch(inputs: readonly LookupInput[], options: BatchOptions): Promise<BatchOutcome> {
  const { billing, payer, clock, problemOf } = options
  const results: BatchResult[] = []
  const underWay = new Set<Promise<void>>()
  const ends_at = clock.now().getTime() + options.limit_ms
  let rest: BatchResult | undefined
  let tried = 0

  async function answer(place: number, paid: Promise<PaidAnswer>): Promise<void> {
    try {
      results[place] = { status: 200, code: null, detail: null, answer: (await paid).answer }
    } catch (error) {
      const { status, code, message } = problemOf(error)
      results[place] = failed(status, code, message)
    }
  }

  /** Waits if nothing is left, because a lookup that runs now may be given back. */
  async function reserve() {
    for (;;) {
      const reservation = await billing.reserve(payer)
      if (reservation !== undefined || underWay.size === 0) return reservation
      await Promise.race(underWay)
    }
  }

  for (const [place, input] of inputs.entries()) {
    if (underWay.size >= options.width) await Promise.race(underWay)
    rest = options.isStopped()
      ? failed(499, 'client_gone', 'The caller closed the connection before this one was tried.')
      : clock.now().getTime() >= ends_at
        ? failed(503, 'timeout', 'The batch took too long: this one was not tried.')
        : undefined
    const reservation = rest === undefined ? await reserve() : undefined
    if (reservation === undefined) {
      rest ??= failed(429, 'monthly_lookup_cap', usedUpText(payer.cap))
      for (let other = place; other < inputs.length; other += 1) results[other] = rest
      break
    }
    const working = answer(
      place,
      billing.run(payer, reservation, () => options.work(input)),
    )
    const ended = working.finally(() => underWay.delete(ended))
    underWay.add(ended)
    tried += 1
  }
  await Promise.all(underWay)
  return { results, tried }
}
