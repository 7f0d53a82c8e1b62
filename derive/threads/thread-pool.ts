import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { LegislogError } from '../../schemas/errors.ts'
import type { MethodModule } from '../methods/method-module.ts'
import { askThread, startIdleThread } from './ask-thread.ts'
import type { Computed, Task } from './derive-task.ts'
import type { ThreadMessage } from './derive-thread.ts'

export type ThreadLimits = {
  /** Tasks at once. */
  readonly threads: number
  /** Tasks that may wait for a thread. Beyond, a task is refused. */
  readonly most_waiting: number
  /** Memory of one thread. */
  readonly heap_mb: number
}

export type ThreadPool = {
  /**
   * Throws `derive_busy` if too many tasks wait, `derive_timeout` if the task takes longer than `limit_ms`, and
   * `derive_failed` if the method fails or needs too much memory. The thread of a task that takes too long is ended.
   */
  run(task: Task, limit_ms: number): Promise<Computed>
  close(): Promise<void>
}

/** Runs methods in threads that can be ended at any moment. A thread starts with the first task that needs it. */
export function createThreadPool({ url }: Pick<MethodModule, 'url'>, limits: ThreadLimits): ThreadPool {
  const atOnce = pLimit(limits.threads)
  const all = new Set<Worker>()
  const idle: Worker[] = []
  let isClosed = false

  function startThread(): Worker {
    const worker = startIdleThread(new URL('./derive-thread.ts', import.meta.url), {
      workerData: { url },
      resourceLimits: { maxOldGenerationSizeMb: limits.heap_mb },
    })
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    return worker
  }

  async function runNow(task: Task, limit_ms: number): Promise<Computed> {
    if (isClosed) throw stopped()
    const worker = idle.pop() ?? startThread()
    worker.ref()
    const answer = await answerOf(worker, task, limit_ms).catch(async (error: unknown) => {
      await worker.terminate()
      throw isClosed ? stopped() : error
    })
    worker.unref()
    idle.push(worker)
    if (answer.state === 'failed') throw new LegislogError('derive_failed', `${task.kind}: ${answer.reason}`)
    return answer.computed
  }

  return {
    async run(task, limit_ms) {
      if (atOnce.pendingCount >= limits.most_waiting) {
        throw new LegislogError('derive_busy', `${atOnce.pendingCount} results wait to be derived`)
      }
      return atOnce(() => runNow(task, limit_ms))
    },
    async close() {
      isClosed = true
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

const stopped = () => new LegislogError('stopped', 'no further results are derived')

type Answer = Exclude<ThreadMessage, { readonly state: 'started' }>

/** Loading the code of a method does not count in its limit. */
const answerOf = (worker: Worker, task: Task, limit_ms: number): Promise<Answer> =>
  askThread<ThreadMessage, Answer>(worker, task, {
    what: task.kind,
    limit_ms,
    read(message, { resolve, restartLimit }) {
      if (message.state === 'started') restartLimit()
      else resolve(message)
    },
  })
