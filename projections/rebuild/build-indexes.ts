import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../runtime/log.ts'
import { createDatabase, type Database, withConnection } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { isTransient, retryPause_ms } from '../../runtime/transient.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type Index, indexesOf } from '../table.ts'
import { readTables } from '../tables.ts'
import { describeDuplicate, findDuplicate } from './name-duplicates.ts'

export type IndexProgress = {
  readonly phase: 'index'
  readonly done: number
  readonly indexes: number
  /** What is being built. */
  readonly building: readonly string[]
}

export type IndexReport = {
  readonly built: readonly { readonly name: string; readonly seconds: number }[]
  /** There before. */
  readonly skipped: number
  readonly analyze_s: number
  readonly seconds: number
}

const UNIQUE_VIOLATION = '23505'
/** More than this makes no sort of ours faster. */
const MOST_MEMORY_MB = 1024

/**
 * Builds the keys and indexes of a loaded read schema, several at once and the dearest first, and gathers statistics. Those
 * that are there are left alone, so that it may be run again. Throws `rebuild_refused` where rows are not unique that must
 * be, naming their entities, and what `signal` is aborted with.
 */
export async function buildIndexes(options: {
  readonly settings: Settings
  readonly read_schema: string
  readonly workers: number
  readonly log: Log
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: IndexProgress) => void
}): Promise<IndexReport> {
  const { settings, read_schema, log, signal } = options
  const workers = Math.max(options.workers, 1)
  const memory_mb = Math.min(Math.max(Math.floor(settings.rebuild_memory_mb / workers), 1), MOST_MEMORY_MB)
  const started = performance.now()
  const database = createDatabase(
    { ...settings, database_pool: workers + 1 },
    { application_name: 'legislog rebuild' },
  )
  const built: { name: string; seconds: number }[] = []
  const building = new Set<string>()
  try {
    const { wanted, skipped } = await planIndexes(database, read_schema)
    const report = () =>
      options.onProgress?.({
        phase: 'index',
        done: skipped + built.length,
        indexes: skipped + wanted.length,
        building: [...building],
      })
    const work = { database, log, signal, memory_mb }
    await inTurn(workers, wanted, async (index) => {
      building.add(index.name)
      report()
      const began = performance.now()
      await retried(work, index.name, () => build(work, read_schema, index))
      building.delete(index.name)
      built.push({ name: index.name, seconds: (performance.now() - began) / 1000 })
      report()
    })
    const indexed = performance.now()
    await inTurn(workers, readTables, ({ name }) =>
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
    await database.end()
  }
}

/** What is missing, the dearest first. */
async function planIndexes(
  database: Database,
  read_schema: string,
): Promise<{ wanted: Index[]; skipped: number }> {
  const names = await indexNames(database, read_schema)
  const { rows: sizes } = await database.query<{ name: string; bytes: number }>(
    `SELECT tablename AS name, pg_relation_size(format('%I.%I', schemaname, tablename)) AS bytes
     FROM pg_tables WHERE schemaname = $1`,
    [read_schema],
  )
  const bytes = new Map(sizes.map((size) => [size.name, size.bytes]))
  const all = readTables.flatMap(indexesOf)
  const wanted = all.filter(({ name }) => !names.has(name))
  const costOf = ({ table, create }: Index) => (bytes.get(table.name) ?? 0) * weightOf(create(''))
  return { wanted: wanted.sort((a, b) => costOf(b) - costOf(a)), skipped: all.length - wanted.length }
}

async function indexNames(database: Database, read_schema: string): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
     WHERE i.indisvalid AND c.relnamespace = to_regnamespace($1)`,
    [read_schema],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Words of a text cost far more than a column. */
function weightOf(statement: string): number {
  if (statement.includes('to_tsvector')) return 20
  if (statement.includes('(words)')) return 10
  return statement.includes('USING gin') ? 3 : 1
}

/** So many at once; the first failure ends it when what is under way has ended. */
async function inTurn<T>(
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
      log.warn({ err: error }, `${what} could not be made; trying again`)
      await delay(retryPause_ms(error, failures), undefined, { signal })
    }
  }
}

/**
 * A connection that breaks does not always end its backend: the next try waits for the index that the one before it makes,
 * and then is told that it is there, in one of several ways.
 */
async function build(work: Work, read_schema: string, { table, name, create }: Index): Promise<void> {
  const isThere = async () => (await indexNames(work.database, read_schema)).has(name)
  if (await isThere()) return
  try {
    await run(work, create(read_schema))
  } catch (error) {
    if (isTransient(error) || !(error instanceof pg.DatabaseError)) throw error
    if (await isThere()) return
    if (error.code !== UNIQUE_VIOLATION) throw error
    const duplicate = await findDuplicate(work.database, read_schema, table, error)
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
