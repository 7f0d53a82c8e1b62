import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { IdSet } from '../../runtime/id-set.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { createLogSource } from '../../runtime/kafka/log-source/log-source.ts'
import { PartitionRecords } from '../../runtime/kafka/log-source/partition-records.ts'
import { createLog } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { type ErrorCode, LegislogError } from '../../schemas/errors.ts'
import type { Table } from '../read-model/table.ts'
import { readTables } from '../tables/read-tables.ts'
import { Comparison, Differences, type Seen } from './compare.ts'
import type { Unreadable } from './schema-snapshot.ts'
import type { Hole } from './sequences.ts'
import {
  BUFFER_BYTES,
  type PartitionReport,
  type PartitionTask,
  verifyPartition,
} from './verify-partition.ts'

export type WorkerData = {
  readonly settings: Settings
  readonly read_schema: string
  readonly snapshot: string
  readonly skipped: ReadonlySet<string>
}

/** Messages of a thread. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly events: number; readonly rows: number }
  | { readonly kind: 'done'; readonly report: PartitionReport }
  | { readonly kind: 'ended'; readonly found: Found }
  | { readonly kind: 'failed'; readonly code: ErrorCode | null; readonly message: string }

/** The result of a comparison, in a form that threads can exchange. */
export type Found = {
  readonly rows: number
  readonly differences: Pick<Differences, 'count' | 'named'>
  readonly seen: readonly {
    readonly table: string
    readonly rows: number
    readonly pages: ReadonlyMap<number, Uint8Array>
  }[]
}

type Verified = {
  rows: number
  readonly differences: Differences
  readonly seen: ReadonlyMap<Table, Seen>
  readonly holes: Hole[]
  readonly unreadable: Unreadable[]
}

type Options = {
  readonly settings: Settings
  readonly database: Database
  readonly client: pg.PoolClient
  readonly read_schema: string
  readonly skipped: ReadonlySet<string>
  /** 0: in this thread. */
  readonly workers: number
  readonly onProgress: (events: number, rows: number, partitions: number) => void
  readonly signal: AbortSignal
}

export async function verifyAll(tasks: readonly PartitionTask[], options: Options): Promise<Verified> {
  const verified: Verified = {
    rows: 0,
    differences: new Differences(),
    seen: new Map(readTables.map((table) => [table, { rows: 0, ids: new IdSet() }])),
    holes: [],
    unreadable: [],
  }
  if (options.workers === 0) await verifyHere(tasks, options, verified)
  else await verifyInThreads(tasks, options, verified)
  return verified
}

async function verifyHere(
  tasks: readonly PartitionTask[],
  options: Options,
  verified: Verified,
): Promise<void> {
  const { settings, database, client, read_schema, skipped } = options
  const log = createLog('verify', settings.log_level)
  const source = createLogSource({ settings, kafka: createKafka(settings, 'legislog-verify'), log })
  const records = new PartitionRecords(source, BUFFER_BYTES)
  const comparison = new Comparison(client, read_schema, new Differences())
  try {
    const codec = await createEventCodec(settings, database)
    for (const task of tasks) {
      const onProgress = (events: number, rows: number) => {
        options.signal.throwIfAborted()
        options.onProgress(events, rows, 0)
      }
      const using = { settings, records, codec, comparison, skipped, onProgress }
      addReport(verified, await verifyPartition(task, using))
      options.onProgress(0, 0, 1)
    }
    addFound(verified, foundBy(comparison))
  } finally {
    await source.close()
  }
}

async function verifyInThreads(
  tasks: readonly PartitionTask[],
  options: Options,
  verified: Verified,
): Promise<void> {
  const { settings, client, read_schema, skipped } = options
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
  const workerData: WorkerData = { settings, read_schema, snapshot: rows[0]!.snapshot, skipped }
  const waiting = [...tasks]
  const threads = Array.from(
    { length: options.workers },
    () => new Worker(new URL('./verify-thread.ts', import.meta.url), { workerData }),
  )
  try {
    const followed = threads.map((thread) => follow(thread, waiting, options, verified))
    await Promise.race([Promise.all(followed), stopped(options.signal)])
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

function stopped(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return promise
}

/** Gives a thread one partition number after another, until none remains. */
function follow(
  thread: Worker,
  waiting: PartitionTask[],
  options: Options,
  verified: Verified,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveNext = () => thread.postMessage(waiting.shift() ?? null)
  thread.on('error', reject)
  thread.on('exit', (code) => reject(new Error(`a thread of verify ended with ${code}`)))
  thread.on('message', (message: WorkerMessage) => {
    switch (message.kind) {
      case 'progress':
        options.onProgress(message.events, message.rows, 0)
        return
      case 'done':
        addReport(verified, message.report)
        options.onProgress(0, 0, 1)
        giveNext()
        return
      case 'ended':
        addFound(verified, message.found)
        resolve()
        return
      case 'failed':
        reject(
          message.code === null
            ? new Error(message.message)
            : new LegislogError(message.code, message.message),
        )
    }
  })
  giveNext()
  return promise
}

export function foundBy({ rows, differences, seen }: Comparison): Found {
  return {
    rows,
    differences: { count: differences.count, named: differences.named },
    seen: [...seen].map(([table, met]) => ({ table: table.name, rows: met.rows, pages: met.ids.pages })),
  }
}

function addFound(verified: Verified, found: Found): void {
  verified.rows += found.rows
  verified.differences.addAll(found.differences)
  for (const { table, rows, pages } of found.seen) {
    const met = verified.seen.get(readTables.find(({ name }) => name === table)!)!
    met.rows += rows
    met.ids.addAll(pages)
  }
}

function addReport(verified: Verified, { holes, unreadable }: PartitionReport): void {
  verified.holes.push(...holes)
  verified.unreadable.push(...unreadable)
}
