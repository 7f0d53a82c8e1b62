import { Worker, type WorkerOptions } from 'node:worker_threads'
import { LegislogError } from '../../schemas/errors.ts'

/** The id of a thread that has ended, in Node. */
const ENDED = -1

/** Starts a thread that does not keep the process alive while it has nothing to do. */
export function startIdleThread(url: URL, options: WorkerOptions): Worker {
  const worker = new Worker(url, options)
  worker.unref()
  // Without a listener, its error would end the process.
  worker.on('error', () => {})
  return worker
}

/** What a reader of messages may do with the question that it waits for. */
export type ThreadQuestion<A> = {
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
  /** The thread has the whole limit again. */
  readonly restartLimit: () => void
}

/**
 * Sends `message` to a thread and gives its messages to `read`, until that resolves. Throws `derive_timeout` after `limit_ms`,
 * and `derive_failed` if the thread ends. `what` names the question in these errors.
 */
export async function askThread<M, A>(
  worker: Worker,
  message: object,
  {
    what,
    limit_ms,
    read,
  }: {
    readonly what: string
    readonly limit_ms?: number
    readonly read: (message: M, question: ThreadQuestion<A>) => void
  },
): Promise<A> {
  const { promise, resolve, reject } = Promise.withResolvers<A>()
  const endLate = () =>
    reject(new LegislogError('derive_timeout', `${what} takes longer than ${limit_ms} ms`))
  const limit = limit_ms === undefined ? undefined : setTimeout(endLate, limit_ms)
  const question = { resolve, reject, restartLimit: () => void limit?.refresh() }
  const onMessage = (said: M): void => read(said, question)
  const onEnd = (cause?: unknown): void => {
    const reason = cause instanceof Error ? cause.message : 'its thread ended'
    reject(new LegislogError('derive_failed', `${what}: ${reason}`, { cause }))
  }
  worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
  // A thread that ended before says nothing more, not even that.
  if (worker.threadId === ENDED) onEnd()
  try {
    worker.postMessage(message)
    return await promise
  } finally {
    clearTimeout(limit)
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
  }
}
