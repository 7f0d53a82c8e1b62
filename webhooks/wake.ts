import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Log } from '../runtime/log.ts'

/** Tells that endpoints have something to send. Returns at once, whatever the state of Redis. */
export type Wake = (endpoint_ids: readonly number[]) => void

export type WakeQueue = { wake: Wake; start(): void; stop(): Promise<void> }

const QUEUE = 'webhook-endpoints'
const CONCURRENCY = 10

/**
 * Wakes workers of any process through Redis, or this one's own where Redis does not take the message. A lost message
 * loses nothing: what is due stands in Postgres and is swept. A message holds an endpoint's id and no more; one that is
 * sent while another of its endpoint is read is kept until that was acted on.
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
  const queue = new Queue<{ endpoint_id: number }>(QUEUE, {
    prefix,
    connection: producer as never,
    streams: { events: { maxLen: 100 } },
  })
  const worker = new Worker<{ endpoint_id: number }>(QUEUE, ({ data }) => drain(data.endpoint_id), {
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

  const wakeHere = (endpoint_ids: readonly number[]) => {
    for (const endpoint_id of endpoint_ids) void drain(endpoint_id)
  }

  return {
    wake(endpoint_ids) {
      if (producer.status !== 'ready') return wakeHere(endpoint_ids)
      const jobs = endpoint_ids.map((endpoint_id) => ({
        name: 'drain',
        data: { endpoint_id },
        opts: {
          removeOnComplete: true,
          removeOnFail: true,
          deduplication: { id: `ep-${endpoint_id}`, keepLastIfActive: true },
        },
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
