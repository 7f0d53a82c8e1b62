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
 * Reads topics as one member of a group. Where to read from is always what the store says: the group only shares out
 * partitions. A batch holds, for each of its partitions, everything between `from` and `to`.
 */
export type LogReader = {
  /** Resolves when the group was joined; waits for a Kafka that is away. */
  start(): Promise<void>
  /**
   * At least one event, at most the limits; waits up to `flush_ms` for more than the first. undefined after `stop`.
   * Throws `retention_gap`, `log_epoch` or `log_behind` for ever once the log no longer fits the positions, or is not the
   * one that was relayed to.
   */
  next(options: { max_events: number; max_bytes?: number; flush_ms: number }): Promise<LogBatch | undefined>
  /** false once partitions have moved: what such a batch holds must not be written. */
  isCurrent(epoch: number): boolean
  /** Forgets what is queued and reads the positions from the store anew. Waits for a store that is away. */
  resync(): Promise<void>
  /** Says that a batch is stored. Group offsets are for tools only: a failure is logged and nothing else. */
  commit(batch: LogBatch): Promise<void>
  /** Takes nothing more off the broker, and stays a member. */
  pause(): void
  resume(): void
  assigned(): TopicPartition[]
  stop(): Promise<void>
  health(): ReaderHealth
}

export type LogReaderOptions = {
  settings: Settings
  kafka: Kafka
  /** Without prefix. */
  group: string
  topics: readonly TopicName[]
  /** Next offset by `topic:partition`; what is missing begins at 0. */
  positions: (places: readonly TopicPartition[]) => Promise<ReadonlyMap<string, bigint>>
  log: Log
  /** Absent if nothing is known of what was relayed. */
  guard?: ReaderGuard
  /** Of tests: how often log and store are looked at. */
  look_ms?: number
}

const QUEUE_LIMITS = { max_events: 20_000, max_bytes: 32 * 1024 * 1024 }
const BATCH_BYTES = 8 * 1024 * 1024
/** Ends that a broker gives while it comes up may be old: only a gap that stays is one. */
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

  /** Until it succeeds, or the partitions have moved again. */
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
      // Where nothing is assigned, joining loads them anyway.
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
