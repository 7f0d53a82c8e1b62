import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { type LogEntry, logLevel } from 'kafkajs'
import type { Log } from '../../log.ts'
import { passEncodedBatches } from './kafkajs-batch.ts'
import { replaceRecordDecoder } from './kafkajs-record.ts'

/**
 * kafkajs 2.2.4 is its last release, so we patch some faults here. The rest is guarded where it
 * is used:
 * - an exception in a handler ends the consumer, for SyntaxError and its like forever (log-reader/batch-handler.ts
 *   throws nothing of its own, log-reader/group-member.ts builds a new consumer after a crash);
 * - batches that were queued before a rebalance still start after it, resolved offsets can move (log-reader/assignment.ts:
 *   positions come from the store, what a batch carries is compared with what is expected);
 * - OFFSET_OUT_OF_RANGE jumps silently (client/log-position.ts: a gap halts the reader);
 * - a handler that works holds up every partition of its broker, and nothing sends heartbeats meanwhile
 *   (the handler only enqueues, and sends them while it waits for room);
 * - the idempotent producer dies of sequence errors (ingest/relay: acks -1, not idempotent, repeats are recognized);
 * - only gzip is built in (schemas/log/topics.ts: the broker compresses to gzip whatever a producer sends);
 * - deleting one topic breaks producing to all (nothing deletes topics; one producer a relay);
 * - control records of transactions make holes in offsets (no transactions; only the low end of a partition is
 *   compared, never offset + 1).
 *
 * docs/kafka.md has them all, each with its test.
 */
export const GUARDED_VERSION = '2.2.4'

type RequestQueue = {
  pending: unknown[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
  scheduleCheckPendingRequests(): void
}

type Connection = {
  socket?: Socket
  chunks: Buffer[]
  bytesBuffered: number
  bytesNeeded: number
  isConnected(): boolean
  connect(): Promise<unknown>
  disconnect(): Promise<unknown>
}

/** The size before each answer. */
const SIZE_BYTES = 4

const require = createRequire(import.meta.url)

let guarded = false

/**
 * Called before the first client is made. Throws if the installed kafkajs is not the version that these guards were
 * written for.
 */
export function guardKafkajs(): void {
  if (guarded) return
  const { version } = require('kafkajs/package.json') as { version: string }
  if (version !== GUARDED_VERSION) {
    throw new Error(
      `kafkajs is ${version}; its guards were written against ${GUARDED_VERSION}: read them again`,
    )
  }
  const { prototype } = require('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }
  prototype.scheduleCheckPendingRequests = scheduleOnlyWhatWaits
  forgetTornAnswers()
  passEncodedBatches()
  replaceRecordDecoder()
  guarded = true
}

/**
 * The original sets a timer of 1 ms again and again on each idle connection (a negative delay), which takes 5 % of a
 * core.
 */
function scheduleOnlyWhatWaits(this: RequestQueue): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId !== null) return
  const wait_ms = this.throttledUntil - Date.now()
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null
      this.checkPendingRequests()
    },
    wait_ms > 0 ? wait_ms : 10,
  )
}

/**
 * If a connection breaks in the middle of a response, the original keeps the first half and takes the next connection's
 * responses for the rest. It then misreads everything until the process ends.
 */
function forgetTornAnswers(): void {
  const { prototype } = require('kafkajs/src/network/connection') as { prototype: Connection }
  const { connect, disconnect } = prototype
  prototype.connect = function (this: Connection) {
    if (!this.isConnected()) {
      this.chunks = []
      this.bytesBuffered = 0
      this.bytesNeeded = SIZE_BYTES
    }
    return connect.call(this)
  }
  prototype.disconnect = async function (this: Connection) {
    const { socket } = this
    const result = await disconnect.call(this)
    socket?.removeAllListeners('data')
    return result
  }
}

/** kafkajs logs errors that it is about to retry. Callers report those that remain. */
export function kafkajsLogTo(log: Log): () => (entry: LogEntry) => void {
  return () =>
    ({ level, namespace, log: { message, timestamp: _at, ...details } }) => {
      const line = `${namespace === '' ? 'kafkajs' : namespace}: ${message}`
      if (level === logLevel.ERROR) log.warn(details, line)
      else if (level === logLevel.DEBUG) log.trace(details, line)
      else log.debug(details, line)
    }
}
