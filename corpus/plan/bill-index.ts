import { partitionOf } from '../../runtime/kafka/client/kafka-client.ts'
import { Random } from '../draw/random.ts'
import { numbersOf } from '../draw/sampler.ts'
import type { CorpusProfile } from '../profile/profile.ts'
import { BillHeads, streams } from './bill-head.ts'
import type { Plan } from './plan.ts'

/** A table of all bills in memory that all workers share. */
export type BillIndex = {
  /** The partition of its events. */
  readonly partition: Uint8Array
  /** Roll calls of the bills before it; it has one entry more than there are bills. */
  readonly votes_before: Uint32Array
}

export function createBillIndex(plan: Plan, corpus: CorpusProfile, partitions: number): BillIndex {
  const heads = new BillHeads(plan, corpus)
  const partition = new Uint8Array(new SharedArrayBuffer(plan.bills))
  const votesBefore = new Uint32Array(new SharedArrayBuffer(4 * (plan.bills + 1)))
  const votesOf = new Map(plan.places.map((place) => [place, numbersOf(place.numbers.votes)]))
  for (const { place, first_bill, bills } of plan.sessions) {
    const votes = votesOf.get(place)!
    for (let index = first_bill; index < first_bill + bills; index++) {
      partition[index] = partitionOf(heads.of(index).ocd_id, partitions)
      votesBefore[index + 1] = votesBefore[index]! + votes(new Random(plan.seed, index, streams.votes))
    }
  }
  return { partition, votes_before: votesBefore }
}
