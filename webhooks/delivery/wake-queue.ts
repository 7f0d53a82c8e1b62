import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Log } from '../../runtime/log.ts'

/** Announces that endpoints have deliveries to send. Returns at once, whatever the state of Redis. */
export type Wake = (endpoint_ids: readonly number[]) => void

type WakeQueue = { wake: Wake; start(): void; stop(): Promise<void> }

const QUEUE = 'webhook-endpoints'
const CONCURRENCY = 10
/** Most ids in one message. Other processes may drain the rest. */
const MAX_IDS = 25

type Message = { endpoint_ids: readonly number[] }

type Waker = { readonly wake: Wake; stop(): Promise<void> }

/**
 * Wakes workers of any process through Redis, and calls `fallback` if Redis does not take the message. A lost message
 * loses no delivery: Postgres stores due deliveries, and the sweeper finds them. Messages contain only ids of
 * endpoints.
 */
export function createWaker(options: { producer: Redis; prefix: string; log: Log; fallback?: Wake }): Waker {
  const { producer, log, fallback = () => {} } = options
  const queue = new Queue<Message>(QUEUE, {
    prefix: queuePrefix(options.prefix),
    connection: producer as never,
    streams: { events: { maxLen: 100 } },
  })
  // Redis may be away: no delivery depends on it.
  queue.on('error', (error) => log.debug({ err: error }, 'wake queue'))
  return {
    wake(endpointIds) {
      if (producer.status !== 'ready') return fallback(endpointIds)
      const jobs = Array.from({ length: Math.ceil(endpointIds.length / MAX_IDS) }, (_, index) => ({
        name: 'drain',
        data: { endpoint_ids: endpointIds.slice(index * MAX_IDS, (index + 1) * MAX_IDS) },
        opts: { removeOnComplete: true, removeOnFail: true },
      }))
      queue.addBulk(jobs).catch((error: unknown) => {
        log.debug({ err: error }, 'could not wake workers through Redis')
        fallback(endpointIds)
      })
    },
    async stop() {
      await Promise.allSettled([queue.close()])
    },
  }
}

const queuePrefix = (prefix: string): string => `${prefix}bull`

/**
 * Like `createWaker`, for a process that also sends. It drains by itself if Redis is away. A message is done
 * when its drains have started.
 */
export function createWakeQueue(options: {
  producer: Redis
  worker: Redis
  prefix: string
  /** Starts a drain. */
  drain: (endpoint_id: number) => Promise<void>
  log: Log
}): WakeQueue {
  const { producer, prefix, drain, log } = options
  const wakeHere = (endpointIds: readonly number[]) => {
    for (const endpointId of endpointIds) void drain(endpointId)
  }
  const waker = createWaker({ producer, prefix, log, fallback: wakeHere })
  const worker = new Worker<Message>(QUEUE, async ({ data }) => wakeHere(data.endpoint_ids), {
    prefix: queuePrefix(prefix),
    connection: options.worker as never,
    concurrency: CONCURRENCY,
    autorun: false,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    drainDelay: 30,
  })
  worker.on('error', (error) => log.debug({ err: error }, 'wake worker'))

  return {
    wake: waker.wake,
    start() {
      void worker.run().catch((error: unknown) => log.debug({ err: error }, 'wake worker ended'))
    },
    async stop() {
      await Promise.allSettled([worker.close(true), waker.stop()])
    },
  }
}
