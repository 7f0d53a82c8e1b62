import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { LegislogError } from '../../../schemas/errors.ts'
import { backoff_ms } from '../../backoff.ts'
import type { Log } from '../../log.ts'

const require = createRequire(import.meta.url)
const { createErrorFromCode } = require('kafkajs/src/protocol/error') as {
  createErrorFromCode: (code: number) => Error
}

const OFFSET_OUT_OF_RANGE = 1
const ATTEMPTS = 8
/** A topic that was just made is unknown for a moment; one that stays unknown is not there. */
const UNKNOWN_TOPIC_ATTEMPTS = 5
const PAUSE = { first_ms: 200, longest_ms: 5_000 } as const

export const isOutOfRange = (errorCode: number): boolean => errorCode === OFFSET_OUT_OF_RANGE

export const protocolError = (errorCode: number): Error => createErrorFromCode(errorCode)

/**
 * Until it succeeds, a bounded number of times: a leader moves, a broker restarts, what is known of either is old. Throws
 * `service_failed`, or what the attempt throws as a LegislogError of its own.
 */
export async function retry<T>(options: {
  readonly what: string
  readonly log: Log
  readonly attempt: () => Promise<T>
  readonly beforeNext: () => Promise<void>
  readonly wait?: (ms: number) => Promise<void>
}): Promise<T> {
  const { what, log, attempt, beforeNext, wait = (ms) => sleep(ms) } = options
  for (let number = 1; ; number++) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof LegislogError) throw error
      const isUnknown = typeOf(error) === 'UNKNOWN_TOPIC_OR_PARTITION'
      if (isUnknown && number >= UNKNOWN_TOPIC_ATTEMPTS) {
        throw new LegislogError('topic_mismatch', `Kafka does not have the topic of ${what}`, {
          cause: error,
        })
      }
      if (number >= ATTEMPTS || !isRetriable(error)) {
        throw new LegislogError('service_failed', `Kafka does not give ${what}`, { cause: error })
      }
      log.debug({ err: error, attempt: number }, `${what}: not read yet`)
      await wait(backoff_ms(PAUSE, number))
      // If it fails, the next attempt fails and says why.
      await beforeNext().catch(() => {})
    }
  }
}

function typeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined
}

/** kafkajs says of its errors which of them last. One that it has tried often itself is what it was tried for. */
function isRetriable(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  if (error.name === 'KafkaJSNumberOfRetriesExceeded') return isRetriable(error.cause)
  return !('retriable' in error) || error.retriable !== false
}
