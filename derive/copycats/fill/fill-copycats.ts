import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { DERIVE_LOCK } from '../../../runtime/postgres/advisory-locks.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import { tryWithAdvisoryLock } from '../../../runtime/postgres/with-advisory-lock.ts'
import { nextBills } from '../../bills/changed-bills.ts'
import { noGeneration, wordWeights } from '../generation/generation.ts'
import { textLibrary } from '../passages/compare-texts.ts'
import { readFollowed, readLiveSchema, savePosition } from '../store/copycat-position.ts'
import { COPYCATS_VERSION } from '../store/copycats-version.ts'
import {
  currentGeneration,
  readGeneration,
  type StoredGeneration,
  storeGeneration,
} from '../store/generations.ts'
import { type Comparison, compareBills } from './compare-bills.ts'
import { isOutgrown, learnFromBills } from './learn-from-bills.ts'
import { loadModels, nameModels } from './model-library.ts'
import { createTextReader } from './read-compared-text.ts'

/** Bills of one batch. If the process is killed, it compares so many again. */
const BILLS_AT_ONCE = 25

export type CopycatParts = {
  readonly database: Database
  readonly objects: ObjectStore
  readonly signal: AbortSignal
  onCompared?(bills: number): void
}

/** What stays in memory between two fills: the texts of models, and the texts that were read last. */
export type CopycatMemory = { comparison?: Comparison }

/**
 * Compares the texts of changed bills with models and with each other, until nothing remains. Continues where the last
 * process stopped. Gives false, and does nothing, if another process derives.
 */
export async function fillCopycats(parts: CopycatParts, memory: CopycatMemory = {}): Promise<boolean> {
  return tryWithAdvisoryLock(parts.database, DERIVE_LOCK, async () => {
    let remains = true
    while (remains) {
      parts.signal.throwIfAborted()
      remains = await fillNext(parts, memory)
    }
  })
}

/** Gives false if no changed bill remains. */
async function fillNext(parts: CopycatParts, memory: CopycatMemory): Promise<boolean> {
  const { database, signal, onCompared } = parts
  const live = await readLiveSchema(database)
  if (live === undefined) return false
  const { read_schema } = live
  const stored = await currentGeneration(database)
  const { models, digest } = await nameModels(database, read_schema)
  const versions = `copycats ${COPYCATS_VERSION} generation ${stored?.number ?? 0} models ${digest}`
  const followed = await readFollowed(database, live, versions)
  const bills = await nextBills(database, followed, BILLS_AT_ONCE)
  const last = bills.at(-1)
  if (last === undefined) return false
  memory.comparison = await comparisonOf(parts, { memory, versions, stored, models, read_schema })
  const { comparison } = memory
  const ids = bills.map(({ id }) => id)
  await compareBills(database, comparison, { read_schema, ids, signal }, (client) =>
    savePosition(client, followed, last, models),
  )
  onCompared?.(ids.length)
  return (await learnIfOutgrown(parts, read_schema, stored)) || bills.length === BILLS_AT_ONCE
}

type Wanted = {
  readonly memory: CopycatMemory
  readonly versions: string
  readonly stored: StoredGeneration | undefined
  readonly models: number
  readonly read_schema: string
}

/** Texts of models are read again only if they, the generation or the method change. */
async function comparisonOf({ database, objects }: CopycatParts, wanted: Wanted): Promise<Comparison> {
  const { memory, versions, stored, models, read_schema } = wanted
  if (memory.comparison?.basis === versions) return memory.comparison
  const generation = stored === undefined ? noGeneration : await readGeneration(objects, stored)
  const readModel = createTextReader(objects, generation)
  return {
    ...{ basis: versions, read: createTextReader(objects, generation), weightOf: wordWeights(generation) },
    models: models === 0 ? textLibrary([]) : await loadModels(database, read_schema, readModel),
  }
}

/** Says if a new generation was learned: then all bills are compared again. */
async function learnIfOutgrown(
  { database, objects, signal }: CopycatParts,
  read_schema: string,
  stored: StoredGeneration | undefined,
): Promise<boolean> {
  if (!(await isOutgrown(database, stored?.documents ?? 0))) return false
  const number = (stored?.number ?? 0) + 1
  const learned = await learnFromBills({ database, objects }, { read_schema, number, signal })
  await storeGeneration({ database, objects }, learned)
  return true
}
