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
/** A new topic is unknown for a moment. A topic that stays unknown does not exist. */
const UNKNOWN_TOPIC_ATTEMPTS = 5
const PAUSE = { first_ms: 200, longest_ms: 5_000 } as const

export const isOutOfRange = (errorCode: number): boolean => errorCode === OFFSET_OUT_OF_RANGE

export const protocolError = (errorCode: number): Error => createErrorFromCode(errorCode)

/**
 * Tries until it succeeds, a limited number of times: leaders move, brokers restart, and metadata gets old. Throws
 * `service_failed`, or the LegislogError of an attempt.
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

/** kafkajs marks errors that are not worth a retry. An error after its own retries wraps the one that caused them. */
function isRetriable(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  if (error.name === 'KafkaJSNumberOfRetriesExceeded') return isRetriable(error.cause)
  return !('retriable' in error) || error.retriable !== false
}
