import { hash } from 'node:crypto'
import type { Observation, SourceItem } from '../../observation.ts'
import { rejected } from '../rejections.ts'

export type Observed = { readonly observation: Observation; readonly bytes: Buffer }

type Repeated = {
  /** Records of scrapes that have not given all of theirs. */
  readonly waiting: Map<string, Observed[]>
  /** Content last given, by discriminator for bills. */
  readonly given: Map<string, string>
}

/**
 * What to make of records that share a key. A copy of what was last given is counted, not observed. Another content in
 * another scrape is the entity as it was then: observed in its turn. In one scrape, two source addresses are two bills
 * of one number; two roll calls of one motion are two votes: observed together, so that they can be told apart.
 */
export function createRepeats(expected: ReadonlyMap<string, string | ReadonlyMap<string, number>>) {
  const repeated = new Map<string, Repeated>()
  return {
    take(observed: Observed, run: string): SourceItem[] {
      const { key } = observed.observation
      const runs = expected.get(key)
      if (runs === undefined || typeof runs === 'string') return [one(observed.observation)]
      let state = repeated.get(key)
      if (state === undefined) {
        state = { waiting: new Map(), given: new Map() }
        repeated.set(key, state)
      }
      const wanted = runs.get(run) ?? 1
      if (wanted === 1) return settle(state, [observed])
      const waiting = state.waiting.get(run) ?? []
      // A slice would keep the whole chunk it was cut from.
      waiting.push({ ...observed, bytes: Buffer.from(observed.bytes) })
      if (waiting.length < wanted) {
        state.waiting.set(run, waiting)
        return []
      }
      state.waiting.delete(run)
      return settle(state, waiting)
    },
    /** What still waits for records that turned out to be unreadable. */
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
const timeOf = ({ observation }: Observed): number => Date.parse(observation.observed_at)

function settle(state: Repeated, list: readonly Observed[]): SourceItem[] {
  const ordered = list.toSorted((a, b) => timeOf(a) - timeOf(b))
  return ordered[0]!.observation.entity === 'vote' ? settleVotes(state, ordered) : settleBills(state, ordered)
}

function settleVotes(state: Repeated, list: readonly Observed[]): SourceItem[] {
  const distinct = new Map(list.map(({ observation }) => [contentOf(observation), observation]))
  const first = list[0]!.observation
  const content = [...distinct.keys()].toSorted().join()
  if (state.given.get('') === content) return copies(first, list.length)
  state.given.set('', content)
  return [{ kind: 'observed', group: [...distinct.values()] }, ...copies(first, list.length - distinct.size)]
}

function settleBills(state: Repeated, list: readonly Observed[]): SourceItem[] {
  const items: SourceItem[] = []
  const group: Observation[] = []
  let changed = false
  let equal = 0
  for (const listing of Map.groupBy(list, ({ observation }) => observation.discriminator ?? '').values()) {
    const clash = clashOf(listing)
    if (clash !== undefined) {
      items.push(...clash)
      continue
    }
    let before: Observation | undefined
    for (const { observation } of listing) {
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
  return [...items, ...copies(list[0]!.observation, equal)]
}

/** Equally new and different: nobody can say which holds. */
function clashOf(listing: readonly Observed[]): SourceItem[] | undefined {
  const clash = listing.some((other, index) => {
    const before = listing[index - 1]
    return (
      before !== undefined &&
      timeOf(before) === timeOf(other) &&
      contentOf(before.observation) !== contentOf(other.observation)
    )
  })
  if (!clash) return undefined
  return listing.map(({ observation, bytes }) =>
    rejected({
      record: observation.record,
      reason: 'conflicting_duplicate',
      detail: `${observation.key} stands ${listing.length} times in one listing, of one time and of different content`,
      bytes,
      jurisdiction: observation.jurisdiction,
    }),
  )
}
