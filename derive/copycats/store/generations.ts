import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { unpackGeneration } from '../generation/packed-generation.ts'

export type StoredGeneration = {
  readonly number: number
  readonly object_sha256: string
  readonly documents: number
}

/** The generation in use. undefined if nothing was learned yet. */
export async function currentGeneration(database: Queryable): Promise<StoredGeneration | undefined> {
  const { rows } = await database.query<StoredGeneration>(
    'SELECT number, object_sha256, documents FROM derive.copycat_generation ORDER BY number DESC LIMIT 1',
  )
  return rows[0]
}

/** Reads a packed generation. Throws `object_missing` if the object store lacks it. */
export async function readGeneration(
  objects: ObjectStore,
  { number, object_sha256 }: StoredGeneration,
): Promise<Uint8Array> {
  const packed = await objects.get(object_sha256)
  if (packed === null)
    throw new LegislogError(
      'object_missing',
      `The object store has no generation ${number} (${object_sha256})`,
    )
  return packed
}

/** Stores a packed generation. From then on it is in use, and all bills are compared again. */
export async function storeGeneration(
  { database, objects }: { readonly database: Queryable; readonly objects: ObjectStore },
  packed: Uint8Array,
): Promise<StoredGeneration> {
  const { sha256 } = await objects.put(Buffer.from(packed), 'application/zlib')
  const { number, documents } = unpackGeneration(packed)
  await database.query(
    'INSERT INTO derive.copycat_generation (number, object_sha256, documents) VALUES ($1, $2, $3)',
    [number, sha256, documents],
  )
  return { number, documents, object_sha256: sha256 }
}
