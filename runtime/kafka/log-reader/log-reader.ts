import type { LegislogError } from '../../../schemas/errors.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Kafka } from '../client/kafka-client.ts'
import { checkPositions, partitionKey, type TopicPartition } from '../client/log-position.ts'
import type { ReaderGuard } from '../log-guard/reader-guard.ts'
import { Assignment } from './assignment.ts'
import { createBatchHandler } from './batch-handler.ts'
import { createGroupMember, type GroupMember } from './group-member.ts'
import { createPositionLoader } from './position-loader.ts'
import { createPositionWatch, watchPositions } from './position-watch.ts'
import { ReaderState } from './reader-state.ts'
import { type LogSlice, SliceQueue } from './slice-queue.ts'

export type { TopicPartition } from '../client/log-position.ts'
export type { LogRecord } from '../records/log-record.ts'
export type { LogSlice } from './slice-queue.ts'

export type LogBatch = { readonly epoch: number; readonly slices: readonly LogSlice[] }

export type ReaderHealth = {
  readonly state: 'starting' | 'joining' | 'loading' | 'reading' | 'halted' | 'stopped'
  readonly epoch: number
  readonly assigned: number
  readonly queued_events: number
  readonly queued_bytes: number
  readonly crashes: number
  /** Number of times that it joined its group. */
  readonly joins: number
  /** ms since 1970 of the broker's last answer. */
  readonly heard_at: number
  readonly error: string | undefined
}

/**
 * Reads topics as one member of a group. The store always decides the position; the group only assigns
 * partitions. A batch contains, for each of its partitions, everything between `from` and `to`.
 */
export type LogReader = {
  /** Resolves when the group was joined. Waits while Kafka is down. */
  start(): Promise<void>
  /**
   * Gives at least one event, up to the limits; waits up to `flush_ms` for more than the first. Gives undefined after
   * `stop`. Once the log no longer fits the positions, or is not the one that was relayed to, every call throws
   * `retention_gap`, `log_epoch` or `log_behind`.
   */
  next(options: { max_events: number; max_bytes?: number; flush_ms: number }): Promise<LogBatch | undefined>
  /** False once partitions have moved: such a batch must not be written. */
  isCurrent(epoch: number): boolean
  /** Drops queued records and reads the positions from the store again. Waits while the store is down. */
  resync(): Promise<void>
  /** Commits the offsets of a stored batch to the group. They are for tools only, so a failure is just logged. */
  commit(batch: LogBatch): Promise<void>
  /** Stops fetching, and stays a member. */
  pause(): void
  resume(): void
  assigned(): TopicPartition[]
  stop(): Promise<void>
  health(): ReaderHealth
}

export type LogReaderOptions = {
  settings: Settings
  kafka: Kafka
  /** Topic names without prefix. */
  group: string
  topics: readonly TopicName[]
  /** Next offset by `topic:partition`; missing ones begin at 0. */
  positions: (places: readonly TopicPartition[]) => Promise<ReadonlyMap<string, bigint>>
  log: Log
  /** Absent if nothing is known of what was relayed. */
  guard?: ReaderGuard
  /** For tests: how often log and store are checked. */
  look_ms?: number
}

const QUEUE_LIMITS = { max_events: 20_000, max_bytes: 32 * 1024 * 1024 }
const BATCH_BYTES = 8 * 1024 * 1024
const POLL_MS = 10_000

export function createLogReader(options: LogReaderOptions): LogReader {
  const { settings, kafka, log, guard, look_ms = POLL_MS } = options
  const state = new ReaderState()
  const assignment = new Assignment()
  const queue = new SliceQueue(QUEUE_LIMITS)
  const admin = kafka.admin()
  const watch = createPositionWatch({
    positions: options.positions,
    check: (positions) => checkLog({ ...options, admin }, positions),
  })
  let isPaused = false

  const load = createPositionLoader({
    ...{ state, assignment, queue, log },
    read: (partitions) => readPositions({ ...options, admin }, partitions),
    onRead: async (partitions) => guard?.clearFaults(partitions),
    seek: (topicPartition, next) => member.seek(topicPartition, next),
    onGap: halt,
  })
  const eachBatch = createBatchHandler({
    ...{ settings, assignment, queue },
    isPaused: () => isPaused,
    seek: (topicPartition, next) => member.seek(topicPartition, next),
    onJump(topicPartition, expected) {
      const jump = { ...topicPartition, expected: String(expected) }
      log.info(jump, 'kafkajs jumped; back to the stored position')
      if (assignment.phase === 'reading') void load(assignment.places)
    },
  })
  const member = createGroupMember({
    ...options,
    eachBatch,
    onJoin: (partitions) => void load(partitions),
    onLose: lose,
  })

  function lose(): void {
    assignment.lose()
    queue.clear()
  }

  async function halt(error: LegislogError, partitions: readonly TopicPartition[]): Promise<void> {
    if (!state.isRunning) return
    state.halt(error)
    log.error({ err: error }, 'the log reader halts')
    lose()
    await guard?.noteFault(partitions, error)
    await member.stop()
  }

  return {
    async start() {
      state.start()
      void watchPositions({ watch, state, assignment, look_ms, log, reload: load })
      await member.start()
    },

    async next({ max_events, max_bytes = BATCH_BYTES, flush_ms }) {
      const limits = { max_events, max_bytes }
      while (state.isRunning) {
        await queue.untilFilled(limits, flush_ms, () => !state.isRunning)
        const { epoch } = assignment
        const slices = queue.take(limits)
        if (slices.length > 0) return { epoch, slices }
      }
      if (state.halted !== undefined) throw state.halted
      return undefined
    },

    isCurrent: (epoch) => epoch === assignment.epoch && state.isRunning,

    async resync() {
      // If nothing is assigned, joining loads the positions anyway.
      if (assignment.phase !== 'none') await load(assignment.places)
    },

    async commit({ slices }) {
      const stored = slices.map(({ topic, partition, to }) => ({ topic, partition, next: to }))
      watch.noteStored(stored)
      await member
        .commit(stored)
        .catch((error: unknown) => log.debug({ err: error }, 'group offsets not committed'))
    },

    pause() {
      isPaused = true
    },

    resume() {
      isPaused = false
      queue.changed.notify()
    },

    assigned: () => [...assignment.places],

    async stop() {
      state.stop()
      lose()
      await member.stop()
      await Promise.all([admin.disconnect(), guard?.close()])
    },

    health: () => healthOf(state, assignment, queue, member),
  }
}

type Checked = Pick<LogReaderOptions, 'settings' | 'guard'> & { readonly admin: ReturnType<Kafka['admin']> }

async function checkLog(
  { settings, guard, admin }: Checked,
  positions: readonly (TopicPartition & { next: bigint })[],
): Promise<void> {
  await guard?.checkEnds()
  await checkPositions(admin, settings, positions)
}

/** The stored positions, if the log has the events from there on. */
async function readPositions(
  { settings, guard, positions, admin }: Checked & Pick<LogReaderOptions, 'positions'>,
  partitions: readonly TopicPartition[],
) {
  await guard?.checkEvents()
  const stored = await positions(partitions)
  const found = partitions.map((topicPartition) => ({
    ...topicPartition,
    next: stored.get(partitionKey(topicPartition)) ?? 0n,
  }))
  await admin.connect()
  await checkPositions(admin, settings, found)
  return found
}

const healthOf = (
  state: ReaderState,
  assignment: Assignment,
  queue: SliceQueue,
  member: GroupMember,
): ReaderHealth => ({
  state: state.name === 'running' ? assignment.state : state.name,
  epoch: assignment.epoch,
  assigned: assignment.places.length,
  queued_events: queue.events,
  queued_bytes: queue.bytes,
  crashes: member.crashes(),
  joins: member.joins(),
  heard_at: member.heardAt(),
  error: state.halted?.message,
})
