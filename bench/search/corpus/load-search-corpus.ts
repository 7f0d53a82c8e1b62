import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { openContext } from '../../../cli/context/context.ts'
import { createBillIndex } from '../../../corpus/plan/bill-index.ts'
import { planCorpus } from '../../../corpus/plan/plan.ts'
import { readProfile } from '../../../corpus/profile/profile.ts'
import { createTables } from '../../../projections/read-model/table.ts'
import { codeFingerprint } from '../../../projections/read-schemas/code-fingerprint.ts'
import { buildIndexes } from '../../../projections/rebuild/indexes/build-indexes.ts'
import { countWords } from '../../../projections/search/count-words.ts'
import { readTables } from '../../../projections/tables/read-tables.ts'
import { partitionCount } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { createScratch } from '../../service/scratch-database.ts'
import { wholeNumber } from '../../service/whole-number.ts'
import { sampleSections } from './drawn-texts.ts'
import type { LoadOptions } from './load-thread.ts'

export const SEARCH_CORPUS = 'search'
export const SEARCH_SCHEMA = 'read_0001'
const SEED = 1

/** No partition begins after this time, so that a load can be done in pieces. */
const PIECE_MS = 7 * 60_000

/**
 * Makes a database of generated bills for `bench search`, a twentieth of them with texts, and keeps it. The projectors make
 * the rows from generated events; no log is written. It ends after some minutes: run it again until it is done.
 */
export async function loadSearchCorpus(bills: string): Promise<string> {
  const count = wholeNumber('bills', bills)
  const { settings, log } = await openContext({ name: 'bench' })
  // An index, or a VACUUM of a large table, takes minutes beside other work.
  const unhurried = { ...settings, database_statement_timeout_ms: 0 }
  const scratch = await createScratch(unhurried, SEARCH_CORPUS, { reuse: true })
  try {
    const { database } = scratch
    await createReadSchema(database, count)
    const began = performance.now()
    const left = await loadRows(scratch.settings, database, count, (partition) =>
      log.info({ partition }, 'loaded a partition'),
    )
    const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(0)
    if (left > 0) return `${left} partitions are left after ${seconds(began)} s: run this again`
    const loaded = performance.now()
    const workers = availableParallelism()
    await buildIndexes({ settings: scratch.settings, read_schema: SEARCH_SCHEMA, workers, log })
    await database.query('CREATE INDEX IF NOT EXISTS text_words_idx ON search.text USING gin (words)')
    for (const table of ['bills', 'bill_words', 'bill_versions']) {
      await database.query(`VACUUM ANALYZE ${SEARCH_SCHEMA}.${table}`)
    }
    await database.query('VACUUM ANALYZE search.text')
    await countWords(database, SEARCH_SCHEMA, 'bill_words')
    await countWords(database, SEARCH_SCHEMA, 'text')
    return `${count} bills are loaded; indexes, statistics and counts took ${seconds(loaded)} s`
  } finally {
    await scratch.close()
  }
}

/** Returns how many partitions are left. */
async function loadRows(
  settings: Settings,
  database: Database,
  bills: number,
  onLoaded: (partition: number) => void,
): Promise<number> {
  const corpus = readProfile()
  const plan = planCorpus(corpus, bills, SEED)
  const count = partitionCount(settings, 'legislog.bills.v1')
  const { rows } = await database.query<{ partition: number }>('SELECT partition FROM bench.loaded_partition')
  const done = new Set(rows.map(({ partition }) => partition))
  const left = Array.from({ length: count }, (_, partition) => partition).filter((one) => !done.has(one))
  if (left.length === 0) return 0
  const { partition: partitions } = createBillIndex(plan, corpus, count)
  const shared = { settings, plan, partitions, sections: await sampleSections(), read_schema: SEARCH_SCHEMA }
  const until = performance.now() + PIECE_MS
  const next = () => (performance.now() < until ? left.shift() : undefined)
  const threads = Math.min(left.length, availableParallelism())
  await Promise.all(Array.from({ length: threads }, () => runThread(shared, next, onLoaded)))
  return left.length
}

/** The first piece makes the tables; a database of another number of bills must be dropped first. */
async function createReadSchema(database: Database, bills: number): Promise<void> {
  const { rows } = await database.query<{ bills: number }>(
    "SELECT coalesce(obj_description(to_regnamespace('bench'))::integer, 0) AS bills",
  )
  if (rows[0]!.bills === bills) return
  if (rows[0]!.bills !== 0) throw new LegislogError('usage', `the database has ${rows[0]!.bills} bills`)
  await database.query(
    "INSERT INTO control.read_schema (name, is_live, code, watermark) VALUES ($1, true, $2, '2026-01-01')",
    [SEARCH_SCHEMA, codeFingerprint()],
  )
  const tables = createTables(SEARCH_SCHEMA, readTables)
  await database.query(
    [
      ...[`CREATE SCHEMA ${SEARCH_SCHEMA}`, ...tables],
      // A bulk load adds indexes afterwards.
      'DROP INDEX search.text_words_idx',
      'CREATE SCHEMA bench',
      `COMMENT ON SCHEMA bench IS '${bills}'`,
      'CREATE TABLE bench.loaded_partition (partition integer PRIMARY KEY)',
    ].join(';\n'),
  )
}

function runThread(
  shared: LoadOptions,
  next: () => number | undefined,
  onLoaded: (partition: number) => void,
): Promise<void> {
  const thread = new Worker(join(import.meta.dirname, 'load-thread.ts'), { workerData: shared })
  return new Promise((resolve, reject) => {
    thread.on('message', (partition: number | null) => {
      if (partition !== null) onLoaded(partition)
      thread.postMessage(next() ?? null)
    })
    thread.on('error', reject)
    thread.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a loading thread ended with ${code}`)),
    )
  })
}
