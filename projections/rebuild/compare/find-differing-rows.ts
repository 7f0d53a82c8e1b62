import type pg from 'pg'
import { equalJson } from '../../read-model/item.ts'
import { isJson, keyType } from '../../read-model/table.ts'
import { type Compared, rowHashes } from './table-checksums.ts'

/** The differences of the second of two read schemas from the first. */
export type RowDifference = {
  readonly table: string
  readonly key: string
  /** `missing`: only the first has the row; `extra`: only the second. */
  readonly kind: 'missing' | 'extra' | 'differs'
  readonly columns: readonly string[]
  /** The entity of the row: for a part of a bill, the bill. */
  readonly owner_id: number
  /** The differing columns, cut short. null for a missing row. */
  readonly first: Readonly<Record<string, string | null>> | null
  readonly second: Readonly<Record<string, string | null>> | null
}

type Sides<T> = readonly [T, T]
type Row = Readonly<Record<string, string | null>>

/** Most rows of each side in memory. */
const MAX_BUFFERED_ROWS = 100_000
const CHUNK = 500
const SHOWN_CHARACTERS = 200
/** Number of these characters before the first difference. */
const CONTEXT_CHARACTERS = 40

/** The rows in which the parts of a table differ, up to a limit. */
export async function findDifferingRows(
  clients: Sides<pg.PoolClient>,
  names: Sides<string>,
  compared: Compared,
  buckets: readonly { readonly bucket: number; readonly rows: number }[],
  { limit }: { readonly limit: number },
): Promise<{ differences: RowDifference[]; is_complete: boolean }> {
  const differences: RowDifference[] = []
  for (const chunk of inChunks(buckets)) {
    const keys = await differingKeys(clients, names, compared, chunk)
    for (let start = 0; start < keys.length; start += CHUNK) {
      const part = keys.slice(start, start + CHUNK)
      const rows = await Promise.all([
        selectRows(clients[0], names[0], compared, part),
        selectRows(clients[1], names[1], compared, part),
      ])
      for (const key of part) {
        if (differences.length >= limit) return { differences, is_complete: false }
        const found = difference(compared, key, rows[0].get(key), rows[1].get(key))
        if (found !== undefined) differences.push(found)
      }
    }
  }
  return { differences, is_complete: true }
}

/** Groups parts so that each group has about as many rows as one query reads. */
function inChunks(buckets: readonly { readonly bucket: number; readonly rows: number }[]): number[][] {
  const chunks: number[][] = []
  let buffered = MAX_BUFFERED_ROWS
  for (const { bucket, rows } of buckets) {
    if (buffered + rows > MAX_BUFFERED_ROWS) {
      chunks.push([])
      buffered = 0
    }
    chunks.at(-1)!.push(bucket)
    buffered += rows
  }
  return chunks
}

async function differingKeys(
  clients: Sides<pg.PoolClient>,
  names: Sides<string>,
  compared: Compared,
  buckets: readonly number[],
): Promise<string[]> {
  const [a, b] = await Promise.all([
    rowHashes(clients[0], names[0], compared, buckets),
    rowHashes(clients[1], names[1], compared, buckets),
  ])
  const keys = [...a].filter(([key, hash]) => b.get(key) !== hash).map(([key]) => key)
  return [...keys, ...[...b.keys()].filter((key) => !a.has(key))].sort()
}

async function selectRows(
  client: pg.PoolClient,
  readSchema: string,
  { table, columns }: Compared,
  keys: readonly string[],
): Promise<Map<string, Row>> {
  const type = keyType(table, table.key)
  const { rows } = await client.query<Row>(
    `SELECT ${columns.map((name) => `${name}::text AS ${name}`).join(', ')}
     FROM ${readSchema}.${table.name} WHERE ${table.key} = ANY ($1::${type}[])`,
    [keys],
  )
  return new Map(rows.map((row) => [row[table.key]!, row]))
}

/** Returns undefined if the texts differ but mean the same. */
function difference(
  { table, columns }: Compared,
  key: string,
  first: Row | undefined,
  second: Row | undefined,
): RowDifference | undefined {
  const owner = Number((second ?? first)?.[table.group ?? table.key] ?? Number.NaN)
  const place = { table: table.name, key, owner_id: owner }
  if (first === undefined || second === undefined) {
    const kind = first === undefined ? 'extra' : 'missing'
    return { ...place, kind, columns: [], first: null, second: null }
  }
  const differing = columns.filter((name) => {
    const [a, b] = [first[name] ?? null, second[name] ?? null]
    return isJson(table.columns[name]!.kind) ? !equalJson(a, b) : a !== b
  })
  if (differing.length === 0) return undefined
  const shown = (row: Row, other: Row) =>
    Object.fromEntries(differing.map((name) => [name, shownPart(row[name] ?? null, other[name] ?? null)]))
  return {
    ...place,
    kind: 'differs',
    columns: differing,
    first: shown(first, second),
    second: shown(second, first),
  }
}

/** Cuts a long text to the surroundings of its first difference from the other. */
export function shownPart(text: string | null, other: string | null): string | null {
  if (text === null || text.length <= SHOWN_CHARACTERS) return text
  let place = 0
  while (place < text.length && text[place] === other?.[place]) place++
  const from = Math.max(0, Math.min(place - CONTEXT_CHARACTERS, text.length - SHOWN_CHARACTERS))
  const to = from + SHOWN_CHARACTERS
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
