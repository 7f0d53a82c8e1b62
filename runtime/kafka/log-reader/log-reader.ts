import type { LegislogError } from '../../../schemas/errors.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { backoff_ms } from '../../backoff.ts'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import { Signal } from '../../signal.ts'
import type { Kafka } from '../client/kafka-client.ts'
import { checkPositions, isGap, partitionKey, type TopicPartition } from '../client/log-position.ts'
import { isBehind } from '../log-guard/log-guard.ts'
import type { ReaderGuard } from '../log-guard/reader-guard.ts'
import { Assignment } from './assignment.ts'
import { createBatchHandler } from './batch-handler.ts'
import { createGroupMember } from './group-member.ts'
import { createPositionWatch } from './position-watch.ts'
import { type LogSlice, SliceQueue } from './slice-queue.ts'

export type { TopicPartition } from '../client/log-position.ts'
export type { LogRecord } from '../records/log-record.ts'
export type { LogSlice } from './slice-queue.ts'

const POSITIONS_PAUSE = { first_ms: 400, longest_ms: 5_000 } as const

export type LogBatch = { readonly epoch: number; readonly slices: readonly LogSlice[] }

export type ReaderHealth = {
  readonly state: 'starting' | 'joining' | 'loading' | 'reading' | 'halted' | 'stopped'
  readonly epoch: number
  readonly assigned: number
  readonly queued_events: number
  readonly queued_bytes: number
  readonly crashes: number
  /** How often it has joined its group. */
  readonly joins: number
  /** ms since 1970 of the broker's last answer. */
  readonly heard_at: number
  readonly error: string | undefined
}

/**
 * Reads topics as one member of a group. The store always decides where to read from: the group only assigns
 * partitions. A batch holds, for each of its partitions, everything between `from` and `to`.
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
  /** Fetches nothing more, and stays a member. */
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
/** A broker that is starting may give old ends: only a gap that stays counts. */
const GAP_ATTEMPTS = 3
const POLL_MS = 10_000

export function createLogReader(options: LogReaderOptions): LogReader {
  const { settings, kafka, log, guard, look_ms = POLL_MS } = options
  const ended = new Signal()
  const assignment = new Assignment()
  const queue = new SliceQueue(QUEUE_LIMITS)
  const admin = kafka.admin()
  const around = createPositionWatch({
    positions: options.positions,
    async check(positions) {
      await guard?.checkEnds()
      await checkPositions(admin, settings, positions)
    },
  })
  let state: 'starting' | 'running' | 'halted' | 'stopped' = 'starting'
  let halted: Error | undefined
  let isPaused = false

  const eachBatch = createBatchHandler({
    settings,
    assignment,
    queue,
    isPaused: () => isPaused,
    seek: (topicPartition, next) => member.seek(topicPartition, next),
    onJump(topicPartition, expected) {
      log.info(
        { ...topicPartition, expected: String(expected) },
        'kafkajs jumped; back to the stored position',
      )
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
    if (state !== 'running') return
    state = 'halted'
    halted = error
    log.error({ err: error }, 'the log reader halts')
    lose()
    await guard?.noteFault(partitions, error)
    ended.notify()
    await member.stop()
  }

  async function lookNowAndThen(): Promise<void> {
    while (state === 'running') {
      await ended.wait(look_ms)
      if (state !== 'running' || assignment.phase !== 'reading') continue
      const { epoch, places } = assignment
      try {
        const reason = await around.look(assignment)
        if (reason === undefined || assignment.epoch !== epoch) continue
        log.warn({ reason }, 'the positions are read anew')
        await load(places)
      } catch (error) {
        if (state === 'running') log.warn({ err: error }, 'whether log and store are as before is not known')
      }
    }
  }

  /** Tries until it succeeds or the partitions have moved again. */
  async function load(partitions: readonly TopicPartition[]): Promise<void> {
    const epoch = assignment.load(partitions)
    queue.clear()
    const isOver = () => assignment.epoch !== epoch || state !== 'running'
    for (let attempt = 1; !isOver(); attempt++) {
      try {
        const positions = await storedPositions(partitions)
        if (isOver()) return
        await guard?.clearFaults(partitions)
        if (isOver()) return
        for (const position of positions) member.seek(position, position.next)
        return assignment.read(positions)
      } catch (error) {
        if (isOver()) return
        if (isGap(error) && (attempt >= GAP_ATTEMPTS || isBehind(error))) return halt(error, partitions)
        log.warn({ err: error, attempt }, 'positions not read yet')
        await assignment.changed.wait(backoff_ms(POSITIONS_PAUSE, attempt))
      }
    }
  }

  async function storedPositions(partitions: readonly TopicPartition[]) {
    await guard?.checkEvents()
    const stored = await options.positions(partitions)
    const positions = partitions.map((topicPartition) => ({
      ...topicPartition,
      next: stored.get(partitionKey(topicPartition)) ?? 0n,
    }))
    await admin.connect()
    await checkPositions(admin, settings, positions)
    return positions
  }

  async function whenFilled(maxEvents: number, max_bytes: number, flush_ms: number): Promise<void> {
    while (queue.events === 0 && state === 'running') await queue.changed.wait()
    const until = Date.now() + flush_ms
    while (queue.events > 0 && queue.events < maxEvents && queue.bytes < max_bytes && state === 'running') {
      const left_ms = until - Date.now()
      if (left_ms <= 0) return
      await queue.changed.wait(left_ms)
    }
  }

  return {
    async start() {
      state = 'running'
      void lookNowAndThen()
      await member.start()
    },

    async next({ max_events, max_bytes = BATCH_BYTES, flush_ms }) {
      while (state === 'running') {
        await whenFilled(max_events, max_bytes, flush_ms)
        const { epoch } = assignment
        const slices = queue.take({ max_events, max_bytes })
        if (slices.length > 0) return { epoch, slices }
      }
      if (halted !== undefined) throw halted
      return undefined
    },

    isCurrent: (epoch) => epoch === assignment.epoch && state === 'running',

    async resync() {
      // If nothing is assigned, joining loads the positions anyway.
      if (assignment.phase !== 'none') await load(assignment.places)
    },

    async commit({ slices }) {
      const stored = slices.map(({ topic, partition, to }) => ({ topic, partition, next: to }))
      around.noteStored(stored)
      try {
        await member.commit(stored)
      } catch (error) {
        log.debug({ err: error }, 'group offsets not committed')
      }
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
      state = 'stopped'
      lose()
      ended.notify()
      await member.stop()
      await Promise.all([admin.disconnect(), guard?.close()])
    },

    health: () => ({
      state: state === 'running' ? assignment.state : state,
      epoch: assignment.epoch,
      assigned: assignment.places.length,
      queued_events: queue.events,
      queued_bytes: queue.bytes,
      crashes: member.crashes(),
      joins: member.joins(),
      heard_at: member.heardAt(),
      error: halted?.message,
    }),
  }
}
