import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Log } from '../../../runtime/log.ts'

const QUEUE = 'model-work'
/** Messages that wait are one message: each only says that something may be due. */
const JOB = { jobId: 'wake', removeOnComplete: true, removeOnFail: true } as const

type Options = { readonly prefix: string; readonly log: Log }
const prefixOf = ({ prefix }: Options): string => `${prefix}bull`

export type Waker = { readonly wake: () => void; readonly stop: () => Promise<void> }

/** Wakes the model workers of all processes. Returns at once. A lost message loses no work: Postgres has it. */
export function createModelWaker(producer: Redis, options: Options): Waker {
  const queue = new Queue(QUEUE, {
    prefix: prefixOf(options),
    connection: producer as never,
    streams: { events: { maxLen: 100 } },
  })
  const ignore = (error: unknown) => options.log.debug({ err: error }, 'could not wake model workers')
  queue.on('error', ignore)
  return {
    wake() {
      if (producer.status === 'ready') queue.add('wake', {}, JOB).catch(ignore)
    },
    async stop() {
      await Promise.allSettled([queue.close()])
    },
  }
}

/** Calls `wake` for each message, in one process of all. */
export function listenForWork(
  connection: Redis,
  wake: () => void,
  options: Options,
): { readonly stop: () => Promise<void> } {
  const worker = new Worker(QUEUE, async () => wake(), {
    prefix: prefixOf(options),
    connection: connection as never,
    drainDelay: 30,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  })
  worker.on('error', (error) => options.log.debug({ err: error }, 'model wake worker'))
  return {
    async stop() {
      await Promise.allSettled([worker.close(true)])
    },
  }
}
