import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Log } from '../runtime/log.ts'

/** Tells that endpoints have something to send. Returns at once, whatever the state of Redis. */
export type Wake = (endpoint_ids: readonly number[]) => void

export type WakeQueue = { wake: Wake; start(): void; stop(): Promise<void> }

const QUEUE = 'webhook-endpoints'
const CONCURRENCY = 10
/** Of one message: the rest may be drained by other processes. */
const MOST_IDS = 25

type Message = { endpoint_ids: readonly number[] }

/**
 * Wakes workers of any process through Redis, or this one's own where Redis does not take the message. A lost message
 * loses nothing: what is due stands in Postgres and is swept. A message holds ids of endpoints and no more, and is done when
 * their drains have begun.
 */
export function createWakeQueue(options: {
  producer: Redis
  worker: Redis
  prefix: string
  /** Begins a drain. */
  drain: (endpoint_id: number) => Promise<void>
  log: Log
}): WakeQueue {
  const { producer, drain, log } = options
  const prefix = `${options.prefix}bull`
  const wakeHere = (endpoint_ids: readonly number[]) => {
    for (const endpoint_id of endpoint_ids) void drain(endpoint_id)
  }
  const queue = new Queue<Message>(QUEUE, {
    prefix,
    connection: producer as never,
    streams: { events: { maxLen: 100 } },
  })
  const worker = new Worker<Message>(QUEUE, async ({ data }) => wakeHere(data.endpoint_ids), {
    prefix,
    connection: options.worker as never,
    concurrency: CONCURRENCY,
    autorun: false,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    drainDelay: 30,
  })
  // Redis comes and goes; nothing depends on it.
  queue.on('error', (error) => log.debug({ err: error }, 'wake queue'))
  worker.on('error', (error) => log.debug({ err: error }, 'wake worker'))

  return {
    wake(endpoint_ids) {
      if (producer.status !== 'ready') return wakeHere(endpoint_ids)
      const jobs = Array.from({ length: Math.ceil(endpoint_ids.length / MOST_IDS) }, (_, index) => ({
        name: 'drain',
        data: { endpoint_ids: endpoint_ids.slice(index * MOST_IDS, (index + 1) * MOST_IDS) },
        opts: { removeOnComplete: true, removeOnFail: true },
      }))
      queue.addBulk(jobs).catch((error: unknown) => {
        log.debug({ err: error }, 'not woken through Redis')
        wakeHere(endpoint_ids)
      })
    },
    start() {
      void worker.run().catch((error: unknown) => log.debug({ err: error }, 'wake worker ended'))
    },
    async stop() {
      await Promise.allSettled([worker.close(true), queue.close()])
    },
  }
}
