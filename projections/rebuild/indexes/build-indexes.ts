import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../../runtime/log.ts'
import { createDatabase, type Database, withConnection } from '../../../runtime/postgres/postgres.ts'
import { isTransient, retryPause_ms } from '../../../runtime/postgres/transient.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { type Index, indexesOf } from '../../read-model/table.ts'
import { readTables } from '../../tables/read-tables.ts'
import { type Task, type TaskProgress, TaskTracker } from '../progress/task-tracker.ts'
import { describeDuplicate, findDuplicate } from './find-duplicate.ts'

type IndexReport = {
  readonly built: readonly { readonly name: string; readonly seconds: number }[]
  /** Indexes that already existed. */
  readonly skipped: number
  readonly analyze_s: number
  readonly seconds: number
}

const UNIQUE_VIOLATION = '23505'
/** More memory than this does not speed up these sorts. */
const MAX_MEMORY_MB = 1024
/** The pause between two reports if nothing else happens, so that the time left goes down. */
const REPORT_MS = 1_000

/**
 * Builds the keys and indexes of a loaded read schema, several in parallel and the most expensive first, and gathers
 * statistics. It skips existing ones, so it can run again. Throws `rebuild_refused` if rows violate a unique index,
 * naming their entities, and the reason of `signal` if it aborts.
 */
export async function buildIndexes(options: {
  readonly settings: Settings
  readonly read_schema: string
  readonly workers: number
  readonly log: Log
  readonly signal?: AbortSignal
  /** The indexes that were missing. */
  readonly onProgress?: (progress: TaskProgress) => void
}): Promise<IndexReport> {
  const { settings, read_schema, log, signal } = options
  const workers = Math.max(options.workers, 1)
  const memory_mb = Math.min(Math.max(Math.floor(settings.rebuild_memory_mb / workers), 1), MAX_MEMORY_MB)
  const started = performance.now()
  const database = createDatabase(
    { ...settings, database_pool: workers + 1 },
    { application_name: 'legislog rebuild' },
  )
  const built: { name: string; seconds: number }[] = []
  let ticking: NodeJS.Timeout | undefined
  try {
    const { wanted, skipped } = await planIndexes(database, read_schema)
    const pieces = new TaskTracker(wanted, workers)
    const report = () => options.onProgress?.(pieces.progress())
    ticking = setInterval(report, REPORT_MS)
    const work = { database, log, signal, memory_mb }
    await inOrder(workers, wanted, async ({ index }) => {
      pieces.begin(index.name)
      report()
      await retried(work, index.name, () => build(work, read_schema, index))
      built.push({ name: index.name, seconds: pieces.end(index.name) })
      report()
    })
    clearInterval(ticking)
    const indexed = performance.now()
    await inOrder(workers, readTables, ({ name }) =>
      retried(work, `statistics of ${name}`, () => run(work, `ANALYZE ${read_schema}.${name}`)),
    )
    const ended = performance.now()
    return {
      built,
      skipped,
      analyze_s: (ended - indexed) / 1000,
      seconds: (ended - started) / 1000,
    }
  } finally {
    clearInterval(ticking)
    await database.end()
  }
}

type WantedIndex = Task & { readonly index: Index }

/** The missing indexes, most expensive first. */
async function planIndexes(
  database: Database,
  readSchema: string,
): Promise<{ wanted: WantedIndex[]; skipped: number }> {
  const names = await indexNames(database, readSchema)
  const { rows: sizes } = await database.query<{ name: string; bytes: number }>(
    `SELECT tablename AS name, pg_relation_size(format('%I.%I', schemaname, tablename)) AS bytes
     FROM pg_tables WHERE schemaname = $1`,
    [readSchema],
  )
  const sizeOf = new Map(sizes.map((size) => [size.name, size.bytes]))
  const all = readTables.flatMap(indexesOf)
  const wanted = all
    .filter(({ name }) => !names.has(name))
    .map((index): WantedIndex => {
      const bytes = sizeOf.get(index.table.name) ?? 0
      return { index, name: index.name, bytes, cost: bytes * weightOf(index.create('')) }
    })
  return { wanted: wanted.sort((a, b) => b.cost - a.cost), skipped: all.length - wanted.length }
}

async function indexNames(database: Database, readSchema: string): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
     WHERE i.indisvalid AND c.relnamespace = to_regnamespace($1)`,
    [readSchema],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Indexes of words cost far more than those of a column. */
function weightOf(statement: string): number {
  if (statement.includes('to_tsvector')) return 20
  if (statement.includes('(words)')) return 10
  return statement.includes('USING gin') ? 3 : 1
}

/** Runs this many in parallel. The first failure ends it after the running ones have ended. */
async function inOrder<T>(
  workers: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  let failure: { readonly error: unknown } | undefined
  const one = async () => {
    for (let item = waiting.shift(); item !== undefined && failure === undefined; item = waiting.shift()) {
      await work(item).catch((error) => {
        failure ??= { error }
      })
    }
  }
  await Promise.all(Array.from({ length: workers }, one))
  if (failure !== undefined) throw failure.error
}

type Work = {
  readonly database: Database
  readonly log: Log
  readonly signal: AbortSignal | undefined
  readonly memory_mb: number
}

async function retried({ signal, log }: Work, what: string, attempt: () => Promise<void>): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      signal?.throwIfAborted()
      return await attempt()
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (!isTransient(error)) throw error
      log.warn({ err: error }, `could not build ${what}; trying again`)
      await delay(retryPause_ms(error, failures), undefined, { signal })
    }
  }
}

/**
 * A broken connection does not always end its backend. The next try then waits for the index that the previous one
 * builds, and fails because it exists, with one of several errors.
 */
async function build(work: Work, readSchema: string, { table, name, create }: Index): Promise<void> {
  const isThere = async () => (await indexNames(work.database, readSchema)).has(name)
  if (await isThere()) return
  try {
    await run(work, create(readSchema))
  } catch (error) {
    if (isTransient(error) || !(error instanceof pg.DatabaseError)) throw error
    if (await isThere()) return
    if (error.code !== UNIQUE_VIOLATION) throw error
    const duplicate = await findDuplicate(work.database, readSchema, table, error)
    const { message, detail = '' } = error
    throw new LegislogError(
      'rebuild_refused',
      duplicate === undefined ? `${message}: ${detail}` : describeDuplicate(duplicate),
      { cause: error },
    )
  }
}

async function run({ database, signal, memory_mb }: Work, statement: string): Promise<void> {
  await withConnection(database, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    // If Postgres is gone, so is the statement.
    const cancel = () => void database.query('SELECT pg_cancel_backend($1)', [rows[0]!.pid]).catch(() => {})
    signal?.addEventListener('abort', cancel)
    try {
      await client.query(
        `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '${memory_mb}MB';
         SET LOCAL max_parallel_maintenance_workers = 0; ${statement}; COMMIT`,
      )
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  })
}
