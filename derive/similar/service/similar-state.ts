import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { BillIndex, type BillProfile, type Neighbor } from '../index/bill-index.ts'
import { ListFloors } from '../lists/list-floors.ts'
import { type ListThreads, startListThreads } from '../lists/list-threads.ts'
import { listsOfRow } from '../lists/make-lists.ts'
import {
  bestNeighbors,
  otherLimits,
  type SimilarLists,
  sameLimits,
  withNeighbors,
} from '../lists/neighbor-list.ts'
import { readProfiles } from '../tables/stored-bills.ts'
import { readListEnds, type StoredLists, type StoredNeighbor } from '../tables/stored-lists.ts'

/** The bills in memory, with what is known of their lists. */
export type SimilarState = {
  readonly index: BillIndex
  readonly floors: ListFloors
  /** Makes the first lists, while the bills do not change. */
  listing?: Listing
}

export type Listing = {
  /** The lists of all bills up to this one are made. */
  after: number
  /** undefined for few bills, whose lists take less time than a thread needs to start. */
  readonly threads: ListThreads | undefined
}

/** Bills whose lists are worth a thread. */
const FEWEST_FOR_THREADS = 5_000

export function startListing(index: BillIndex, threads: number): Listing {
  const isWorthIt = index.size >= FEWEST_FOR_THREADS && threads > 0
  return { after: 0, threads: isWorthIt ? startListThreads(index, threads) : undefined }
}

export async function loadState(
  database: Queryable,
  embedder: { readonly id: string; readonly dimensions: number } | undefined,
): Promise<SimilarState> {
  const index = new BillIndex(embedder?.dimensions ?? 0)
  for await (const profile of readProfiles(database, embedder?.id ?? null)) index.set(profile)
  const floors = new ListFloors()
  for (const ends of await readListEnds(database)) floors.set(ends)
  return { index, floors }
}

/** Makes the lists of bills. Other work of the process has its turn between two of them. */
export async function makeLists(
  index: BillIndex,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<SimilarLists[]> {
  const lists: SimilarLists[] = []
  for (const id of ids) {
    await nextTurn()
    signal?.throwIfAborted()
    lists.push(listsOf(index, id))
  }
  return lists
}

/** Makes the lists of a bill from all bills. A bill that the index lacks has empty ones. */
export function listsOf(index: BillIndex, bill_id: number): SimilarLists {
  const row = index.rowOf(bill_id)
  return row === undefined ? { bill_id, other: [], same: [] } : listsOfRow(index.search, index.indexed(), row)
}

function listsFrom(bill_id: number, own: string | undefined, all: readonly Neighbor[]): SimilarLists {
  return {
    bill_id,
    other: bestNeighbors(
      all.filter(({ jurisdiction }) => jurisdiction !== own),
      otherLimits,
    ),
    same: bestNeighbors(
      all.filter(({ jurisdiction }) => jurisdiction === own),
      sameLimits,
    ),
  }
}

export type ChangedLists = {
  /** Lists of changed bills, and lists that lost a bill: made from all bills. */
  readonly made: readonly SimilarLists[]
  /** Neighbors that may enter the lists of other bills, by the bill that has the list. */
  readonly entering: ReadonlyMap<number, readonly Neighbor[]>
}

/**
 * Brings changed bills into the index, and says which lists change. A bill enters the lists of others if its score is high
 * enough. A list that had the bill before is made again, because the bill that takes its place is not known.
 */
export async function changeBills(
  { index, floors }: SimilarState,
  changed: readonly BillProfile[],
  removed: readonly number[],
): Promise<ChangedLists> {
  const gone = [...removed, ...changed.map(({ bill_id }) => bill_id)]
  const lostOne = new Set<number>()
  for (const id of gone) {
    await nextTurn()
    const own = index.jurisdictionOf(id)
    for (const neighbor of index.similarTo(id)) if (mayEnter(floors, own, neighbor)) lostOne.add(neighbor.id)
  }
  for (const id of gone) {
    index.remove(id)
    floors.remove(id)
    lostOne.delete(id)
  }
  for (const profile of changed) index.set(profile)
  const made = await makeLists(index, [...lostOne])
  const entering = new Map<number, Neighbor[]>()
  for (const { bill_id, jurisdiction } of changed) {
    await nextTurn()
    const all = index.similarTo(bill_id)
    made.push(listsFrom(bill_id, jurisdiction, all))
    for (const neighbor of all) {
      const { id, score, cosine } = neighbor
      if (lostOne.has(id) || !mayEnter(floors, jurisdiction, neighbor)) continue
      entering.set(id, [...(entering.get(id) ?? []), { id: bill_id, jurisdiction, score, cosine }])
    }
  }
  return { made, entering }
}

/** True if a bill may belong to the list of its neighbor: the score is the same from both sides. */
const mayEnter = (floors: ListFloors, own: string | undefined, neighbor: Neighbor): boolean =>
  floors.mayEnter(neighbor, neighbor.jurisdiction === own ? 'same' : 'other')

/** Adds neighbors to stored lists. Gives only the lists that changed. */
export function enterLists(
  index: BillIndex,
  stored: readonly StoredLists[],
  entering: ReadonlyMap<number, readonly Neighbor[]>,
): SimilarLists[] {
  const placed = (list: readonly StoredNeighbor[]): Neighbor[] =>
    list.map((one) => ({ ...one, jurisdiction: index.jurisdictionOf(one.id) ?? '' }))
  return stored.flatMap(({ bill_id, other, same }) => {
    const own = index.jurisdictionOf(bill_id)
    const added = entering.get(bill_id) ?? []
    const lists = {
      bill_id,
      other: withNeighbors(
        placed(other),
        added.filter(({ jurisdiction }) => jurisdiction !== own),
        otherLimits,
      ),
      same: withNeighbors(
        placed(same),
        added.filter(({ jurisdiction }) => jurisdiction === own),
        sameLimits,
      ),
    }
    return isEqual(lists.other, other) && isEqual(lists.same, same) ? [] : [lists]
  })
}

const isEqual = (one: readonly StoredNeighbor[], other: readonly StoredNeighbor[]): boolean =>
  one.length === other.length &&
  one.every(({ id, score }, at) => id === other[at]!.id && score === other[at]!.score)
