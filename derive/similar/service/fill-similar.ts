import { SIMILAR_LOCK } from '../../../runtime/postgres/advisory-locks.ts'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../../runtime/postgres/with-advisory-lock.ts'
import { type BillPosition, nextBills } from '../../bills/changed-bills.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import type { SimilarLists } from '../lists/neighbor-list.ts'
import { readMatters } from '../tables/bill-matters.ts'
import {
  type Phase,
  readPosition,
  type SimilarPosition,
  savePosition,
  startOver,
} from '../tables/similar-position.ts'
import {
  countBills,
  readContentHashes,
  removeBills,
  type StoredBill,
  writeBills,
} from '../tables/stored-bills.ts'
import { readLists, readUnlisted, removeAllLists, writeLists } from '../tables/stored-lists.ts'
import { contentHash, profileBills } from './profile-bills.ts'
import {
  changeBills,
  enterLists,
  type Listing,
  loadState,
  makeLists,
  type SimilarState,
  startListing,
} from './similar-state.ts'

/** Bills of one transaction. If the process is killed, it does so many again. */
const BILLS_AT_ONCE = 200

export type SimilarFill = {
  readonly database: Database
  /** undefined: words alone. */
  readonly embedder: Embedder | undefined
  readonly signal: AbortSignal
  /** Kept from one fill to the next, so that all bills are loaded once. */
  readonly memory: SimilarMemory
  /** Threads that make the first lists; 0 (the default): this one does it. */
  readonly threads?: number
  onBills?(count: number): void
  onEmbedded?(texts: number): void
  onLists?(count: number): void
}

export type SimilarMemory = { state: SimilarState | undefined }

/**
 * Makes the lists of similar bills, until nothing remains: first what each bill is compared by, then the lists of all
 * bills. After that, the lists follow the changes of bills. Continues where the last process stopped. Gives false, and does
 * nothing, if another process does this.
 */
export async function fillSimilar(fill: SimilarFill): Promise<boolean> {
  const { database, embedder, memory } = fill
  return tryWithAdvisoryLock(database, SIMILAR_LOCK, async () => {
    try {
      const found = await readPosition(database, embedder?.id ?? null)
      if (found === undefined) return
      if (found.starts_over) {
        await forget(memory)
        await inTransaction(database, (client) => startOver(client, found))
      }
      for (let next: SimilarPosition | undefined = found; next !== undefined; )
        next = await steps[next.phase](fill, next)
    } catch (error) {
      // Memory and tables may differ now.
      await forget(memory)
      throw error
    }
  })
}

/** The bills are loaded again when they are needed. */
async function forget(memory: SimilarMemory): Promise<void> {
  const threads = memory.state?.listing?.threads
  memory.state = undefined
  await threads?.close()
}

/** What is done in each phase. undefined: nothing remains. */
const steps: Readonly<
  Record<Phase, (fill: SimilarFill, at: SimilarPosition) => Promise<SimilarPosition | undefined>>
> = { bills: readNextBills, lists: makeNextLists, following: followNext }

type Changes = {
  readonly ids: readonly number[]
  readonly last: BillPosition | undefined
  readonly changed: readonly StoredBill[]
  readonly removed: readonly number[]
}

/** Reads the next bills of the change index, and makes what the changed ones are compared by. */
async function nextChanges(fill: SimilarFill, at: SimilarPosition): Promise<Changes> {
  const { database, signal } = fill
  signal.throwIfAborted()
  const bills = await nextBills(database, at, BILLS_AT_ONCE)
  const ids = bills.map(({ id }) => id)
  const shown = await readMatters(database, at.read_schema, ids)
  const hashes = await readContentHashes(database, ids)
  const changed = shown.flatMap(({ matter, ...bill }) => {
    if (matter === null) return []
    const whole = { ...bill, matter }
    return hashes.get(bill.bill_id) === contentHash(whole).toString('hex') ? [] : [whole]
  })
  const removed = shown.filter(({ bill_id, matter }) => matter === null && hashes.has(bill_id))
  return {
    ids,
    last: bills.at(-1),
    changed: await profileBills(fill, changed),
    removed: removed.map(({ bill_id }) => bill_id),
  }
}

/** The first pass: no list is made before all bills are known. */
async function readNextBills(fill: SimilarFill, at: SimilarPosition): Promise<SimilarPosition> {
  const { ids, last, changed, removed } = await nextChanges(fill, at)
  const isLast = ids.length < BILLS_AT_ONCE
  const next: SimilarPosition = { ...at, position: last ?? at.position, phase: isLast ? 'lists' : 'bills' }
  await forget(fill.memory)
  await inTransaction(fill.database, async (client) => {
    await writeBills(client, changed)
    await removeBills(client, removed)
    await savePosition(client, next)
  })
  fill.onBills?.(ids.length)
  return next
}

/** The bills do not change meanwhile: later changes are followed when all lists are made. */
async function makeNextLists(fill: SimilarFill, at: SimilarPosition): Promise<SimilarPosition> {
  const { database, signal } = fill
  const { index, listing } = await listingState(fill)
  const ids = await readUnlisted(database, listing.after, BILLS_AT_ONCE)
  const last = ids.at(-1)
  if (last === undefined) {
    const next: SimilarPosition = { ...at, phase: 'following' }
    await savePosition(database, next)
    await forget(fill.memory)
    return next
  }
  const lists = await (listing.threads?.makeLists(ids, signal) ?? makeLists(index, ids, signal))
  await writeLists(database, lists)
  listing.after = last
  fill.onLists?.(lists.length)
  return at
}

async function listingState(fill: SimilarFill): Promise<SimilarState & { readonly listing: Listing }> {
  const state = await stateOf(fill)
  state.listing ??= startListing(state.index, fill.threads ?? 0)
  return { ...state, listing: state.listing }
}

/** Follows the next changes in one transaction. undefined: none remain. */
async function followNext(fill: SimilarFill, at: SimilarPosition): Promise<SimilarPosition | undefined> {
  const { database } = fill
  const { ids, last, changed, removed } = await nextChanges(fill, at)
  if (last === undefined) return undefined
  if (changed.length === BILLS_AT_ONCE && (await isMostlyNew(database, at))) return readAllFirst(fill, at)
  const next: SimilarPosition = { ...at, position: last }
  const lists = changed.length + removed.length === 0 ? [] : await changedLists(fill, changed, removed)
  await inTransaction(database, async (client) => {
    await writeBills(client, changed)
    await removeBills(client, removed)
    await writeLists(client, lists)
    await savePosition(client, next)
  })
  noteLists(fill.memory.state, lists)
  fill.onBills?.(ids.length)
  fill.onLists?.(lists.length)
  return ids.length < BILLS_AT_ONCE ? undefined : next
}

/** True if more bills wait than are known, such as in a first load. Following each of them would cost far more. */
async function isMostlyNew(database: Database, at: SimilarPosition): Promise<boolean> {
  const known = await countBills(database)
  return (await nextBills(database, at, known + 1)).length > known
}

/** Goes back to the first pass, from the same position. All lists are made after it. */
async function readAllFirst(fill: SimilarFill, at: SimilarPosition): Promise<SimilarPosition> {
  const next: SimilarPosition = { ...at, phase: 'bills' }
  await forget(fill.memory)
  await inTransaction(fill.database, async (client) => {
    await removeAllLists(client)
    await savePosition(client, next)
  })
  return next
}

async function changedLists(
  fill: SimilarFill,
  changed: readonly StoredBill[],
  removed: readonly number[],
): Promise<SimilarLists[]> {
  const state = await stateOf(fill)
  const { made, entering } = await changeBills(state, changed, removed)
  const stored = await readLists(fill.database, [...entering.keys()])
  return [...made, ...enterLists(state.index, stored, entering)]
}

async function stateOf({ database, embedder, memory }: SimilarFill): Promise<SimilarState> {
  memory.state ??= await loadState(database, embedder)
  return memory.state
}

function noteLists(state: SimilarState | undefined, lists: readonly SimilarLists[]): void {
  for (const { bill_id, other, same } of lists) {
    const ends = { others: other.length, least_other: other.at(-1)?.score ?? null }
    state?.floors.set({ bill_id, ...ends, sames: same.length, least_same: same.at(-1)?.score ?? null })
  }
}
