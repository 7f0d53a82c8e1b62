import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { DERIVE_LOCK } from '../../../runtime/postgres/advisory-locks.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../../runtime/postgres/with-advisory-lock.ts'
import { nextBills } from '../../bills/changed-bills.ts'
import type { ComparedWith } from '../comparing/bill-comparer.ts'
import type { ThreadedComparer } from '../comparing/threaded-comparer.ts'
import { noGeneration } from '../generation/generation.ts'
import { packGeneration } from '../generation/packed-generation.ts'
import { readFollowed, readLiveSchema, savePosition } from '../store/copycat-position.ts'
import { COPYCATS_VERSION } from '../store/copycats-version.ts'
import {
  currentGeneration,
  readGeneration,
  type StoredGeneration,
  storeGeneration,
} from '../store/generations.ts'
import { compareBills } from './compare-bills.ts'
import { isOutgrown, learnFromBills } from './learn-from-bills.ts'
import { nameModels, readModelTexts } from './model-library.ts'

/** Bills of one batch. If the process is killed, it compares so many again. */
const BILLS_AT_ONCE = 25

export type CopycatParts = {
  readonly database: Database
  readonly objects: ObjectStore
  /** Keeps the texts of models in its memory from one fill to the next. */
  readonly comparer: ThreadedComparer
  readonly signal: AbortSignal
  onCompared?(bills: number): void
}

/**
 * Compares the texts of changed bills with models and with each other, until nothing remains. Continues where the last
 * process stopped. Gives false, and does nothing, if another process derives.
 */
export async function fillCopycats(parts: CopycatParts): Promise<boolean> {
  return tryWithAdvisoryLock(parts.database, DERIVE_LOCK, async () => {
    let remains = true
    while (remains) {
      parts.signal.throwIfAborted()
      remains = await fillNext(parts)
    }
  })
}

/** Gives false if no changed bill remains. */
async function fillNext(parts: CopycatParts): Promise<boolean> {
  const { database, comparer, signal, onCompared } = parts
  const live = await readLiveSchema(database)
  if (live === undefined) return false
  const { read_schema } = live
  const stored = await currentGeneration(database)
  const { models, digest } = await nameModels(database, read_schema)
  const basis = `copycats ${COPYCATS_VERSION} generation ${stored?.number ?? 0} models ${digest}`
  const followed = await readFollowed(database, live, basis)
  const bills = await nextBills(database, followed, BILLS_AT_ONCE)
  const last = bills.at(-1)
  if (last === undefined) return false
  await comparer.open(basis, () => comparedWith(parts, { stored, models, read_schema }))
  const ids = bills.map(({ id }) => id)
  await compareBills(database, { basis, comparer }, { read_schema, ids, signal }, (client) =>
    savePosition(client, followed, last, models),
  )
  onCompared?.(ids.length)
  return (await learnIfOutgrown(parts, read_schema, stored)) || bills.length === BILLS_AT_ONCE
}

async function comparedWith(
  { database, objects }: CopycatParts,
  wanted: {
    readonly stored: StoredGeneration | undefined
    readonly models: number
    readonly read_schema: string
  },
): Promise<ComparedWith> {
  const { stored, models, read_schema } = wanted
  return {
    generation: stored === undefined ? packGeneration(noGeneration) : await readGeneration(objects, stored),
    models: models === 0 ? [] : await readModelTexts(database, read_schema),
  }
}

/** Says if a new generation was learned: then all bills are compared again. */
async function learnIfOutgrown(
  { database, objects, comparer }: CopycatParts,
  read_schema: string,
  stored: StoredGeneration | undefined,
): Promise<boolean> {
  if (!(await isOutgrown(database, stored?.documents ?? 0))) return false
  const number = (stored?.number ?? 0) + 1
  await storeGeneration(
    { database, objects },
    await learnFromBills(database, comparer, { read_schema, number }),
  )
  return true
}
