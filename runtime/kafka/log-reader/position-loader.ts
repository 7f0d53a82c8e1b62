import type { LegislogError } from '../../../schemas/errors.ts'
import { backoff_ms } from '../../backoff.ts'
import type { Log } from '../../log.ts'
import { isGap, type TopicPartition } from '../client/log-position.ts'
import { isBehind } from '../log-guard/log-guard.ts'
import type { Assignment } from './assignment.ts'
import type { ReaderState } from './reader-state.ts'
import type { SliceQueue } from './slice-queue.ts'

const POSITIONS_PAUSE = { first_ms: 400, longest_ms: 5_000 } as const
/** A broker that is starting may give old ends: only a gap that stays counts. */
const GAP_ATTEMPTS = 3

/** Reads the positions of what was assigned. Tries until it succeeds or the partitions have moved again. */
export function createPositionLoader(options: {
  readonly state: ReaderState
  readonly assignment: Assignment
  readonly queue: SliceQueue
  readonly log: Log
  /** Reads the positions from the store and compares them with the log. */
  readonly read: (
    partitions: readonly TopicPartition[],
  ) => Promise<readonly (TopicPartition & { next: bigint })[]>
  readonly onRead: (partitions: readonly TopicPartition[]) => Promise<void>
  readonly seek: (place: TopicPartition, next: bigint) => void
  /** Called if the log does not have the events at a position. */
  readonly onGap: (error: LegislogError, partitions: readonly TopicPartition[]) => Promise<void>
}): (partitions: readonly TopicPartition[]) => Promise<void> {
  const { state, assignment, queue, log, read, onRead, seek, onGap } = options

  return async (partitions) => {
    const epoch = assignment.load(partitions)
    queue.clear()
    const isOver = () => assignment.epoch !== epoch || !state.isRunning
    for (let attempt = 1; !isOver(); attempt++) {
      try {
        const positions = await read(partitions)
        if (isOver()) return
        await onRead(partitions)
        if (isOver()) return
        for (const position of positions) seek(position, position.next)
        return assignment.read(positions)
      } catch (error) {
        if (isOver()) return
        if (isGap(error) && (attempt >= GAP_ATTEMPTS || isBehind(error))) return onGap(error, partitions)
        log.warn({ err: error, attempt }, 'positions not read yet')
        await assignment.changed.wait(backoff_ms(POSITIONS_PAUSE, attempt))
      }
    }
  }
}
