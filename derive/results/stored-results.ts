import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { Kind } from '../methods/method.ts'
import type { Computed, ResultStats } from '../threads/derive-task.ts'
import { unpackJson } from '../threads/packed-json.ts'

/** A larger result lies in the object store. Nearly all are smaller, and a row needs no file and leaves none behind. */
const MOST_ROW_BYTES = 64 * 1024

type StoredRow = {
  readonly key: Buffer
  readonly packed: Buffer | null
  readonly object_sha256: string | null
}

/** Reads the stored results with these keys, of this version of their method. A result whose object is gone is unknown. */
export async function readStoredResults(
  { database, objects }: { readonly database: Queryable; readonly objects: ObjectStore },
  which: { readonly kind: Kind; readonly keys: readonly Buffer[]; readonly method_version: number },
): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await database.query<StoredRow>(
    `SELECT key, packed, object_sha256 FROM derive.result
     WHERE kind = $1 AND key = ANY ($2::bytea[]) AND method_version = $3`,
    [which.kind, which.keys, which.method_version],
  )
  const found = new Map<string, Buffer>()
  for (const { key, packed, object_sha256 } of rows) {
    const bytes = packed ?? (await objects.get(object_sha256!))
    if (bytes !== null) found.set(key.toString('hex'), unpackJson(bytes))
  }
  return found
}

/** Reads only the counts of the stored results with these keys. */
export async function readStoredStats(
  database: Queryable,
  which: { readonly kind: Kind; readonly keys: readonly Buffer[]; readonly method_version: number },
): Promise<ReadonlyMap<string, ResultStats>> {
  const { rows } = await database.query<{ key: Buffer; stats: ResultStats }>(
    `SELECT key, stats FROM derive.result
     WHERE kind = $1 AND key = ANY ($2::bytea[]) AND method_version = $3`,
    [which.kind, which.keys, which.method_version],
  )
  return new Map(rows.map(({ key, stats }) => [key.toString('hex'), stats]))
}

/** Says which of the keys have a stored result of this version. */
export async function readStoredKeys(
  database: Queryable,
  which: { readonly kind: Kind; readonly keys: readonly Buffer[]; readonly method_version: number },
): Promise<ReadonlySet<string>> {
  return new Set((await readStoredStats(database, which)).keys())
}

/**
 * Stores a result. It replaces one of an older version of the method. During a deploy, an older process does not replace
 * the result of a newer one.
 */
export async function storeResult(
  { database, objects }: { readonly database: Queryable; readonly objects: ObjectStore },
  { kind, key, computed }: { readonly kind: Kind; readonly key: Buffer; readonly computed: Computed },
): Promise<void> {
  const packed = Buffer.from(computed.packed)
  const isSmall = packed.length <= MOST_ROW_BYTES
  const object = isSmall ? null : (await objects.put(packed, 'application/zlib')).sha256
  await database.query(
    `INSERT INTO derive.result AS r (kind, key, method_version, packed, object_sha256, bytes, stats)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (kind, key) DO UPDATE SET method_version = excluded.method_version, packed = excluded.packed,
       object_sha256 = excluded.object_sha256, bytes = excluded.bytes, stats = excluded.stats, derived_at = now()
     WHERE r.method_version < excluded.method_version`,
    [
      ...[kind, key, computed.method_version, isSmall ? packed : null, object, computed.json.length],
      computed.stats === null ? null : JSON.stringify(computed.stats),
    ],
  )
}
