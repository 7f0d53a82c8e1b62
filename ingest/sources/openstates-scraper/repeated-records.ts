import { hash } from 'node:crypto'
import type { Observation } from '../../source-interface/observation.ts'
import type { SourceItem } from '../../source-interface/source.ts'
import { resolveListing } from './resolve-listing.ts'

type Repeated = {
  /** Records of scrapes that are not complete yet. */
  readonly waiting: Map<string, Observation[]>
  /** The content that was given last, by discriminator for bills. */
  readonly given: Map<string, string>
}

/**
 * Handles records that share a key. A copy of the last content is counted, not observed. A scrape with other
 * content shows the entity at another time, so it is observed in its order. Within one scrape, two source
 * addresses are two bills of one number, and two roll calls of one motion are two votes. Those are observed
 * together, so that they can be distinguished.
 */
export function createRepeatedRecords(expected: ReadonlyMap<string, string | ReadonlyMap<string, number>>) {
  const repeated = new Map<string, Repeated>()
  return {
    take(observation: Observation, run: string): SourceItem[] {
      const { key } = observation
      const runs = expected.get(key)
      if (runs === undefined || typeof runs === 'string') return [one(observation)]
      let state = repeated.get(key)
      if (state === undefined) {
        state = { waiting: new Map(), given: new Map() }
        repeated.set(key, state)
      }
      const wanted = runs.get(run) ?? 1
      if (wanted === 1) return settle(state, [observation])
      const waiting = state.waiting.get(run) ?? []
      waiting.push(observation)
      if (waiting.length < wanted) {
        state.waiting.set(run, waiting)
        return []
      }
      state.waiting.delete(run)
      return settle(state, waiting)
    },
    /** Gives the records that still wait for others, which turned out to be unreadable. */
    rest(): SourceItem[] {
      return [...repeated.values()].flatMap((state) =>
        [...state.waiting.values()].flatMap((list) => settle(state, list)),
      )
    },
  }
}

const one = (observation: Observation): SourceItem => ({ kind: 'observed', group: [observation] })

function copies({ jurisdiction, entity }: Observation, count: number): SourceItem[] {
  return count === 0 ? [] : [{ kind: 'copies', jurisdiction, entity, count }]
}

const contentOf = (observation: Observation): string =>
  hash('sha1', JSON.stringify(observation.parts), 'base64')
const timeOf = ({ observed_at }: Observation): number => Date.parse(observed_at)

function settle(state: Repeated, list: readonly Observation[]): SourceItem[] {
  const ordered = list.toSorted((a, b) => timeOf(a) - timeOf(b))
  return ordered[0]!.entity === 'vote' ? settleVotes(state, ordered) : settleBills(state, ordered)
}

function settleVotes(state: Repeated, list: readonly Observation[]): SourceItem[] {
  const distinct = new Map(list.map((one) => [contentOf(one), one]))
  const first = list[0]!
  const content = [...distinct.keys()].toSorted().join()
  if (state.given.get('') === content) return copies(first, list.length)
  state.given.set('', content)
  return [{ kind: 'observed', group: [...distinct.values()] }, ...copies(first, list.length - distinct.size)]
}

function settleBills(state: Repeated, list: readonly Observation[]): SourceItem[] {
  const items: SourceItem[] = []
  const group: Observation[] = []
  let changed = false
  let equal = 0
  for (const given of Map.groupBy(list, ({ discriminator }) => discriminator ?? '').values()) {
    const listing = withoutClashes(given)
    equal += given.length - listing.length
    let before: Observation | undefined
    for (const observation of listing) {
      const content = contentOf(observation)
      const last = state.given.get(observation.discriminator ?? '')
      if (last === content) equal++
      else {
        if (before !== undefined && changed) items.push(one(before))
        changed = true
      }
      state.given.set(observation.discriminator ?? '', content)
      before = observation
    }
    if (before !== undefined) group.push(before)
  }
  if (changed) items.push({ kind: 'observed', group })
  return [...items, ...copies(list[0]!, equal)]
}

/**
 * Different records of one time are one bill that was listed several times. They are combined, so that
 * nothing is lost.
 */
function withoutClashes(listing: readonly Observation[]): Observation[] {
  const distinct = [...new Map(listing.map((one) => [`${timeOf(one)} ${contentOf(one)}`, one])).values()]
  return [...Map.groupBy(distinct, timeOf).values()].flatMap((oneTime) => {
    const bills = oneTime.filter((one) => one.entity === 'bill')
    return bills.length > 1 ? [resolveListing(bills)] : oneTime
  })
}
