import type { Queryable } from '../../../runtime/postgres/postgres.ts'

export type KeyedVector = { readonly key: Buffer; readonly codes: Int8Array }

export const codesOf = (bytes: Buffer): Int8Array =>
  new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)

const bytesOf = (codes: Int8Array): Buffer => Buffer.from(codes.buffer, codes.byteOffset, codes.length)

/** Reads the vectors of these texts that are stored, by the hash of the text in hex. */
export async function readVectors(
  database: Queryable,
  embedder: string,
  keys: readonly Buffer[],
): Promise<ReadonlyMap<string, Int8Array>> {
  const { rows } = await database.query<{ key: Buffer; codes: Buffer }>(
    'SELECT key, codes FROM derive.vector WHERE embedder = $1 AND key = ANY ($2::bytea[])',
    [embedder, keys],
  )
  return new Map(rows.map(({ key, codes }) => [key.toString('hex'), codesOf(codes)]))
}

export async function storeVectors(
  database: Queryable,
  embedder: string,
  vectors: readonly KeyedVector[],
): Promise<void> {
  await database.query(
    `INSERT INTO derive.vector (embedder, key, codes)
     SELECT $1, v.key, v.codes FROM unnest($2::bytea[], $3::bytea[]) AS v (key, codes)
     ON CONFLICT (embedder, key) DO NOTHING`,
    [embedder, vectors.map(({ key }) => key), vectors.map(({ codes }) => bytesOf(codes))],
  )
}
