import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Log } from '../../runtime/log.ts'

/** Announces that endpoints have deliveries to send. Returns at once, whatever the state of Redis. */
export type Wake = (endpoint_ids: readonly number[]) => void

export const QUEUE = 'webhook-endpoints'
/** Most ids in one message. Other processes may drain the rest. */
const MAX_IDS = 25

export type Message = { endpoint_ids: readonly number[] }

export type Waker = { readonly wake: Wake; stop(): Promise<void> }

/**
 * Wakes workers of any process through Redis, and calls `fallback` if Redis does not take the message. A lost message
 * loses no delivery: Postgres stores due deliveries, and the sweeper finds them. Messages contain only ids of
 * endpoints.
 */
export function createWaker(options: { producer: Redis; prefix: string; log: Log; fallback?: Wake }): Waker {
  const { producer, log, fallback = () => {} } = options
  let opened: Promise<Queue<Message>> | undefined

  /** The package is loaded for the first message. */
  async function open(): Promise<Queue<Message>> {
    const bullmq = await import('bullmq')
    const queue = new bullmq.Queue<Message>(QUEUE, {
      prefix: queuePrefix(options.prefix),
      connection: producer as never,
      streams: { events: { maxLen: 100 } },
    })
    // Redis may be away: no delivery depends on it.
    queue.on('error', (error) => log.debug({ err: error }, 'wake queue'))
    return queue
  }

  async function add(endpointIds: readonly number[]): Promise<void> {
    opened ??= open()
    const queue = await opened
    const jobs = Array.from({ length: Math.ceil(endpointIds.length / MAX_IDS) }, (_, index) => ({
      name: 'drain',
      data: { endpoint_ids: endpointIds.slice(index * MAX_IDS, (index + 1) * MAX_IDS) },
      opts: { removeOnComplete: true, removeOnFail: true },
    }))
    await queue.addBulk(jobs)
  }

  return {
    wake(endpointIds) {
      if (producer.status !== 'ready') return fallback(endpointIds)
      add(endpointIds).catch((error: unknown) => {
        log.debug({ err: error }, 'could not wake workers through Redis')
        fallback(endpointIds)
      })
    },
    async stop() {
      const queue = await opened
      await Promise.allSettled([queue?.close()])
    },
  }
}

export const queuePrefix = (prefix: string): string => `${prefix}bull`
