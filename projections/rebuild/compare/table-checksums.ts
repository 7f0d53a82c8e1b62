import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { isHashedAsText, type Table } from '../../read-model/table.ts'

/** Number of parts into which a table is divided. A difference is searched in one part only. */
const BUCKETS = 4_096

/** The checksum of one part of a table: equal checksums mean equal rows. */
export type BucketSum = {
  readonly bucket: number
  readonly rows: number
  readonly xor: string
  readonly sum: string
}

/** The columns of a table that both sides have. */
export type Compared = {
  readonly table: Table
  readonly columns: readonly string[]
}

const bucketOf = ({ table: { key, columns } }: Compared): string =>
  `(${columns[key]!.kind === 'id' ? 'hashint8extended' : 'hashtextextended'}(${key}, 0) & ${BUCKETS - 1})::integer`

const rowHash = ({ table, columns }: Compared): string => {
  const values = columns.map((name) => (isHashedAsText(table.columns[name]!.kind) ? `${name}::text` : name))
  return `hash_record_extended(ROW(${values.join(', ')}), 0)`
}

/** A checksum for each non-empty part of a table. */
export async function bucketSums(
  client: Queryable,
  readSchema: string,
  compared: Compared,
): Promise<Map<number, BucketSum>> {
  const { rows } = await client.query<BucketSum>(
    `SELECT bucket, count(*) AS rows, bit_xor(hash)::text AS xor, sum(hash)::text AS sum
     FROM (SELECT ${bucketOf(compared)} AS bucket, ${rowHash(compared)} AS hash
       FROM ${readSchema}.${compared.table.name}) hashed
     GROUP BY bucket`,
  )
  return new Map(rows.map((row) => [row.bucket, row]))
}

/** The key and hash of each row in some parts of a table. */
export async function rowHashes(
  client: Queryable,
  readSchema: string,
  compared: Compared,
  buckets: readonly number[],
): Promise<Map<string, string>> {
  const { key, name } = compared.table
  const { rows } = await client.query<[string, string]>({
    rowMode: 'array',
    text: `SELECT ${key}::text, ${rowHash(compared)}::text FROM ${readSchema}.${name}
      WHERE ${bucketOf(compared)} = ANY ($1::integer[])`,
    values: [buckets],
  })
  return new Map(rows)
}

/** Gives the parts with different checksums. */
export function differingBuckets(
  a: ReadonlyMap<number, BucketSum>,
  b: ReadonlyMap<number, BucketSum>,
): { readonly bucket: number; readonly rows: number }[] {
  const buckets = new Set([...a.keys(), ...b.keys()])
  return [...buckets].flatMap((bucket) => {
    const [one, other] = [a.get(bucket), b.get(bucket)]
    if (one?.rows === other?.rows && one?.xor === other?.xor && one?.sum === other?.sum) return []
    return [{ bucket, rows: Math.max(one?.rows ?? 0, other?.rows ?? 0) }]
  })
}
