import type { Neighbor } from '../index/bill-index.ts'
import { otherLimits, sameLimits } from './neighbor-list.ts'

type Ends = {
  readonly bill_id: number
  readonly others: number
  readonly least_other: number | null
  readonly sames: number
  readonly least_same: number | null
}

/** The score that a bill needs to enter the lists of each bill that has lists. */
export class ListFloors {
  readonly #floors = new Map<number, { readonly other: number; readonly same: number }>()

  set({ bill_id, others, least_other, sames, least_same }: Ends): void {
    this.#floors.set(bill_id, {
      other: others < otherLimits.most ? 0 : (least_other ?? 0),
      same: sames < sameLimits.most ? 0 : (least_same ?? 0),
    })
  }

  remove(bill_id: number): void {
    this.#floors.delete(bill_id)
  }

  /** True if a bill of this score may belong to the list of the neighbor. Equal scores are decided by the ids. */
  mayEnter(neighbor: Neighbor, list: 'other' | 'same'): boolean {
    const floors = this.#floors.get(neighbor.id)
    return floors !== undefined && neighbor.score >= floors[list]
  }
}
