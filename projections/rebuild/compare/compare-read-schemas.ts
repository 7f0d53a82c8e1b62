import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type pg from 'pg'
import { type Database, withConnection } from '../../../runtime/postgres/postgres.ts'
import { columnsOf } from '../../read-schemas/read-schema-fit.ts'
import { readTables } from '../../tables/read-tables.ts'
import { beginReading } from '../../verify/schema-snapshot.ts'
import { type TaskProgress, TaskTracker } from '../progress/task-tracker.ts'
import { findDifferingRows, type RowDifference } from './find-differing-rows.ts'
import { type BucketSum, bucketSums, type Compared, differingBuckets } from './table-checksums.ts'

/** A read schema to compare: in its current state, or in an exported snapshot. */
export type Side = { readonly name: string; readonly snapshot?: string }

type TableComparison = {
  readonly table: string
  /** On either side. */
  readonly rows: readonly [number, number]
  /** Out of 4,096 parts. */
  readonly differing_buckets: number
}

/** The differences of the second from the first. */
export type SchemaComparison = {
  readonly tables: readonly TableComparison[]
  /** Columns that only one of them has: they are not compared. */
  readonly uncompared: readonly string[]
  readonly differences: readonly RowDifference[]
  /** false if more rows differ than the limit. */
  readonly is_complete: boolean
}

/** The limit of differing rows that are found. */
const FOUND_ROWS = 10_000
/** The pause between two reports if nothing else happens, so that the time left goes down. */
const REPORT_MS = 1_000

/**
 * Compares two read schemas table by table, several in parallel: first checksums over parts of the rows, then
 * the rows of the parts that differ, then their columns. Only the checksums and the rows of a few parts are
 * in memory.
 */
export async function compareReadSchemas(options: {
  readonly database: Database
  readonly sides: readonly [Side, Side]
  /** The share of tables with checksums, by their bytes on both sides. */
  readonly onProgress?: (progress: TaskProgress) => void
  readonly signal: AbortSignal
}): Promise<SchemaComparison> {
  const { database, sides, signal } = options
  const { compared, uncompared } = await comparable(database, sides)
  const summed = await sumAll(options, compared)
  const differences: RowDifference[] = []
  let isComplete = true
  await reading(database, sides[0], (first) =>
    reading(database, sides[1], async (second) => {
      for (const { compared: one, buckets } of summed) {
        signal.throwIfAborted()
        const clients = [first, second] as const
        const found = await findDifferingRows(clients, [sides[0].name, sides[1].name], one, buckets, {
          limit: FOUND_ROWS - differences.length,
        })
        differences.push(...found.differences)
        isComplete &&= found.is_complete
      }
    }),
  )
  return {
    tables: summed.map(({ compared: { table }, rows, buckets }) => ({
      table: table.name,
      rows,
      differing_buckets: buckets.length,
    })),
    uncompared,
    differences,
    is_complete: isComplete,
  }
}

type Summed = {
  readonly compared: Compared
  readonly rows: readonly [number, number]
  readonly buckets: ReturnType<typeof differingBuckets>
}

/** Starts with the largest, so that none runs alone at the end. Returns them in the order of `compared`. */
async function sumAll(
  { database, sides, signal, onProgress }: Parameters<typeof compareReadSchemas>[0],
  compared: readonly Compared[],
): Promise<Summed[]> {
  const workers = Math.max(2, availableParallelism())
  const atOnce = pLimit(workers)
  const sizes = await tableSizes(database, sides)
  const pieces = compared.map((one) => {
    const { name } = one.table
    const bytes = sizes.get(name) ?? 0
    return { compared: one, name, bytes, cost: bytes }
  })
  const work = new TaskTracker(pieces, workers)
  const report = () => onProgress?.(work.progress())
  const ticking = setInterval(report, REPORT_MS)
  const sum = async (one: Compared): Promise<Summed> => {
    signal.throwIfAborted()
    work.begin(one.table.name)
    const [a, b] = await Promise.all(
      sides.map((side) => reading(database, side, (client) => bucketSums(client, side.name, one))),
    )
    work.end(one.table.name)
    report()
    return { compared: one, rows: [rowsOf(a!), rowsOf(b!)], buckets: differingBuckets(a!, b!) }
  }
  try {
    const bySize = pieces.toSorted((a, b) => b.bytes - a.bytes)
    const sums = await Promise.all(bySize.map(({ compared: one }) => atOnce(() => sum(one))))
    return sums.toSorted((a, b) => compared.indexOf(a.compared) - compared.indexOf(b.compared))
  } finally {
    clearInterval(ticking)
  }
}

/** Both sides together. */
async function tableSizes(
  database: Database,
  sides: readonly [Side, Side],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await reading(database, sides[1], (client) =>
    client.query<{ name: string; bytes: number }>(
      `SELECT c.relname AS name, sum(pg_table_size(c.oid))::bigint AS bytes
       FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = ANY ($1::text[]) AND c.relkind = 'r' GROUP BY 1`,
      [sides.map(({ name }) => name)],
    ),
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

const rowsOf = (sums: ReadonlyMap<number, BucketSum>): number =>
  [...sums.values()].reduce((sum, { rows }) => sum + rows, 0)

async function reading<T>(
  database: Database,
  { snapshot }: Side,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withConnection(database, async (client) => {
    await beginReading(client, snapshot)
    const result = await work(client)
    await client.query('ROLLBACK')
    return result
  })
}

/** Tables and columns of this code that both have with the same type. */
async function comparable(
  database: Database,
  [a, b]: readonly [Side, Side],
): Promise<{ compared: Compared[]; uncompared: string[] }> {
  const typesOf = async ({ name }: Side) =>
    new Map((await columnsOf(database, name)).map((one) => [`${one.table}.${one.name}`, one.type]))
  const [first, second] = [await typesOf(a), await typesOf(b)]
  const both = (name: string) => first.has(name) && first.get(name) === second.get(name)
  const compared = readTables
    .map((table) => ({
      table,
      columns: Object.keys(table.columns).filter((name) => both(`${table.name}.${name}`)),
    }))
    .filter(({ table, columns }) => columns.includes(table.key))
  const taken = new Set(
    compared.flatMap(({ table, columns }) => columns.map((name) => `${table.name}.${name}`)),
  )
  const all = new Set([...first.keys(), ...second.keys()])
  return { compared, uncompared: [...all].filter((name) => !taken.has(name)).sort() }
}
