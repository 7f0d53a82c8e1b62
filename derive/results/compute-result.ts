import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { References } from '../methods/deriver.ts'
import type { Kind } from '../methods/method.ts'
import type { BillFacts } from '../summary/bill-facts.ts'
import { readStoredText } from '../text/stored-text.ts'
import type { TextReference } from '../text/version-text.ts'
import type { Computed, StoredInput } from '../threads/derive-task.ts'
import type { ThreadPool } from '../threads/thread-pool.ts'

/** The longest time that a thread may spend on one result. It only ends what hangs. */
export const limits_ms: Readonly<Record<Kind, number>> = {
  sections: 20_000,
  diff: 60_000,
  changes: 60_000,
  summary: 30_000,
  explanation: 30_000,
}

export type ComputeParts = {
  readonly objects: ObjectStore
  readonly pool: ThreadPool
  readonly limits_ms?: Readonly<Record<Kind, number>>
}

/**
 * Derives a result in a thread. Throws `object_missing` and `text_too_large` if a text cannot be read, and what
 * `ThreadPool` throws.
 */
export async function computeResult<K extends Kind>(
  { objects, pool, limits_ms: limits = limits_ms }: ComputeParts,
  kind: K,
  references: References[K],
): Promise<Computed> {
  return pool.run({ kind, input: await readInput(objects, references) }, limits[kind])
}

async function readInput<K extends Kind>(
  objects: ObjectStore,
  references: References[K],
): Promise<StoredInput> {
  const read = async ([name, value]: [string, TextReference | BillFacts | null]) =>
    [name, value !== null && isReference(value) ? await readStoredText(objects, value) : value] as const
  return Object.fromEntries(await Promise.all(Object.entries(references).map(read)))
}

const isReference = (value: TextReference | BillFacts): value is TextReference => 'extracted_sha256' in value
