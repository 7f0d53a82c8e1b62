import { normalizeIdentifier } from '../../ingest/identity/bill-identifiers.ts'
import { billKey, mintOcdId } from '../../ingest/identity/identity-keys.ts'
import { DAY_MS } from '../../runtime/durations.ts'
import { Random } from '../draw/random.ts'
import { numbersOf, type Sampler, wordsOf } from '../draw/sampler.ts'
import type { CorpusProfile } from '../profile/profile.ts'
import type { Plan, PlannedSession } from './plan.ts'

/** The facts about a bill that follow from its index alone: enough to place its events and to refer to it. */
export type BillHead = {
  readonly index: number
  readonly session: PlannedSession
  readonly id: number
  readonly ocd_id: string
  readonly identifier: string
  readonly chamber: string
  readonly classification: string
  readonly introduced_at: number
}

/** The random streams of one bill. */
export const streams = { head: 1, votes: 2, body: 3 } as const

const letterOf: Readonly<Record<string, string>> = {
  bill: 'B',
  resolution: 'R',
  'concurrent resolution': 'CR',
  'joint resolution': 'JR',
  appointment: 'A',
}

export class BillHeads {
  readonly #plan: Plan
  readonly #classification: Sampler<string>
  readonly #chamber: Sampler<string>
  readonly #day: (share: number) => number
  #last: PlannedSession

  constructor(plan: Plan, corpus: CorpusProfile) {
    this.#plan = plan
    this.#classification = wordsOf(corpus.bill.classification)
    this.#chamber = wordsOf(corpus.bill.chamber)
    this.#day = numbersOf(corpus.bill.days_into_session).at
    this.#last = plan.sessions[0]!
  }

  of(index: number): BillHead {
    const session = this.#sessionOf(index)
    const random = new Random(this.#plan.seed, index, streams.head)
    const classification = this.#classification(random)
    const [only, ...others] = session.place.jurisdiction.chambers
    const drawn = this.#chamber(random)
    const chamber = others.length === 0 ? only!.chamber : drawn === 'upper' ? 'upper' : 'lower'
    const house = chamber === 'upper' ? 'S' : chamber === 'lower' ? 'H' : 'L'
    const identifier = `${house}${letterOf[classification] ?? 'M'} ${index - session.first_bill + 1}`
    const { division_id } = session.place.jurisdiction
    const key = billKey(division_id, session.identifier, normalizeIdentifier(division_id, identifier))
    return {
      index,
      session,
      id: this.#plan.first_id.bills + index,
      ocd_id: mintOcdId('bill', key),
      identifier,
      chamber,
      classification,
      introduced_at: this.introducedAt(index, session) + random.below(DAY_MS / 2),
    }
  }

  /** Midnight of the day; within a session it never decreases with the index. */
  introducedAt(index: number, session = this.#sessionOf(index)): number {
    const share = (index - session.first_bill + 0.5) / session.bills
    const days = this.#day(share)
    const most = Math.floor((session.ends_at - session.starts_at) / DAY_MS) - 1
    return session.starts_at + Math.min(days, most) * DAY_MS
  }

  #sessionOf(index: number): PlannedSession {
    const last = this.#last
    if (index >= last.first_bill && index < last.first_bill + last.bills) return last
    const { sessions } = this.#plan
    let low = 0
    let high = sessions.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (sessions[middle]!.first_bill <= index) low = middle
      else high = middle - 1
    }
    this.#last = sessions[low]!
    return this.#last
  }
}
