import { availableParallelism } from 'node:os'
import type pg from 'pg'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { listParked, type ParkedKey } from '../parked-retry/list-parked.ts'
import { type Difference, Differences } from './compare.ts'
import { findExtraRows } from './extra-rows.ts'
import type { LogProgress } from './log-progress.ts'
import { readParkedPositions, readPositions, type Unreadable, whileReading } from './schema-snapshot.ts'
import type { Hole } from './sequences.ts'
import type { PartitionTask } from './verify-partition.ts'
import { verifyAll } from './verify-workers.ts'

export type Verification = {
  readonly read_schema: string
  readonly is_equal: boolean
  readonly events: number
  readonly rows: number
  readonly differing: number
  /** The first of them. */
  readonly differences: readonly Difference[]
  readonly holes: readonly Hole[]
  readonly unreadable: readonly Unreadable[]
  /** Their events are left out of the comparison. */
  readonly parked: readonly ParkedKey[]
}

export type VerifyProgress = LogProgress & { readonly eta_s: number }

type VerifyOptions = {
  readonly settings: Settings
  readonly database: Database
  readonly read_schema: string
  /** Only this partition number. Then rows without any event are not searched. */
  readonly partition?: number
  /** Threads. Default: one per core, or none if there is little to do. */
  readonly workers?: number
  readonly onProgress?: (progress: VerifyProgress) => void
  /** Aborts it with its reason. */
  readonly signal?: AbortSignal
}

/** Fewer events than this are verified in this thread faster than another thread starts. */
const EVENTS_WORTH_THREADS = 50_000

/**
 * Folds the log up to the positions of a read schema and compares it with the rows of one moment. Several threads
 * share one snapshot, and each folds one partition number, some keys at a time, so memory does not grow with the log.
 * The projectors may continue meanwhile.
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  return whileReading(options.database, (client) => verifySnapshot(client, options))
}

async function verifySnapshot(client: pg.PoolClient, options: VerifyOptions): Promise<Verification> {
  const { settings, database, read_schema, partition } = options
  const all = tasksOf(await readPositions(client, read_schema))
  const tasks = partition === undefined ? all : all.filter((task) => task.partition === partition)
  if (partition !== undefined && tasks.length === 0) {
    throw new LegislogError(
      'usage',
      `${read_schema} has no partition ${partition}: it has 0 to ${all.length - 1}`,
    )
  }
  const skipped = await readParkedPositions(client, read_schema)
  const parked = (await listParked(database)).filter((key) => key.read_schema === read_schema)
  const events = tasks.reduce((sum, task) => sum + eventsOf(task), 0)
  const few = events < EVENTS_WORTH_THREADS ? 0 : availableParallelism()
  const result = await verifyAll(tasks, {
    settings,
    database,
    client,
    read_schema,
    skipped,
    workers: Math.min(options.workers ?? few, tasks.length),
    onProgress: progressFrom(events, tasks.length, options.onProgress),
    signal: options.signal ?? new AbortController().signal,
  })
  const differences = new Differences()
  differences.addAll(result.differences)
  if (partition === undefined) await findExtraRows(client, read_schema, result.seen, differences)
  const { holes, unreadable, rows } = result
  return {
    read_schema,
    is_equal: differences.count === 0 && holes.length === 0 && unreadable.length === 0,
    events,
    rows,
    differing: differences.count,
    differences: differences.named,
    holes,
    unreadable,
    parked,
  }
}

const eventsOf = ({ until }: PartitionTask): number =>
  Number([...until.values()].reduce((sum, end) => sum + end, 0n))

/** Longest first, so that no thread runs alone at the end. */
function tasksOf(positions: ReadonlyMap<string, bigint>): PartitionTask[] {
  const byNumber = new Map<number, Map<TopicName, bigint>>()
  for (const [place, next] of positions) {
    const at = place.lastIndexOf(':')
    const partition = Number(place.slice(at + 1))
    const until = byNumber.get(partition) ?? new Map<TopicName, bigint>()
    until.set(place.slice(0, at) as TopicName, next)
    byNumber.set(partition, until)
  }
  return [...byNumber]
    .map(([partition, until]) => ({ partition, until }))
    .sort((a, b) => eventsOf(b) - eventsOf(a))
}

function progressFrom(
  events: number,
  partitions: number,
  onProgress: VerifyOptions['onProgress'],
): (events: number, rows: number, partitions: number) => void {
  const started_ms = performance.now()
  let [eventsDone, rows, partitionsDone] = [0, 0, 0]
  return (moreEvents, moreRows, morePartitions) => {
    eventsDone += moreEvents
    rows += moreRows
    partitionsDone += morePartitions
    const seconds = (performance.now() - started_ms) / 1000
    const events_per_s = Math.round(eventsDone / Math.max(seconds, 0.001))
    const eta_s = Math.round((events - eventsDone) / Math.max(events_per_s, 1))
    onProgress?.({
      partitions_done: partitionsDone,
      partitions,
      events_done: eventsDone,
      events,
      rows,
      events_per_s,
      eta_s,
    })
  }
}
