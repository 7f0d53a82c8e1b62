import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Log } from '../../runtime/log.ts'
import { createWaker, type Message, QUEUE, queuePrefix, type Wake } from './waker.ts'

type WakeQueue = { wake: Wake; start(): void; stop(): Promise<void> }

const CONCURRENCY = 10

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
