import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { Tally } from '../draw/histogram.ts'
import type { PlaceNumbers } from '../profile/profile.ts'

type Place = { bills: number; sessions: Set<string>; actions: Tally; votes: Tally; voters: Tally }

/** Measures the activity of each legislature. */
export class PlaceMeasure {
  readonly #places = new Map<string, Place>()
  readonly #placeOfBill = new Map<string, string>()
  readonly #votesOfBill = new Map<string, number>()

  seeBill(bill: { key: string; jurisdiction: string; session: string; actions: number }): void {
    const place = this.#place(bill.jurisdiction)
    place.bills += 1
    place.sessions.add(bill.session)
    place.actions.add(bill.actions)
    this.#placeOfBill.set(bill.key, bill.jurisdiction)
  }

  /** `bill`: the natural key of the bill that was voted on. */
  seeVote(vote: { bill: string | null; jurisdiction: string; voters: number }): void {
    if (vote.bill !== null) this.#votesOfBill.set(vote.bill, (this.#votesOfBill.get(vote.bill) ?? 0) + 1)
    this.#place(vote.jurisdiction).voters.add(vote.voters)
  }

  /** Results by postal code. Called once, after all records. */
  result(): Map<string, Omit<PlaceNumbers, 'people' | 'committees'>> {
    for (const [key, jurisdiction] of this.#placeOfBill) {
      this.#place(jurisdiction).votes.add(this.#votesOfBill.get(key) ?? 0)
    }
    return new Map(
      [...this.#places].map(([division_id, { bills, sessions, actions, votes, voters }]) => [
        findJurisdiction(division_id)!.abbreviation,
        {
          bills,
          sessions: sessions.size,
          actions: actions.histogram(),
          votes: votes.histogram(),
          voters: voters.histogram(),
        },
      ]),
    )
  }

  #place(jurisdiction: string): Place {
    const existing = this.#places.get(jurisdiction)
    if (existing !== undefined) return existing
    const made = {
      bills: 0,
      sessions: new Set<string>(),
      actions: new Tally(),
      votes: new Tally(),
      voters: new Tally(),
    }
    this.#places.set(jurisdiction, made)
    return made
  }
}
