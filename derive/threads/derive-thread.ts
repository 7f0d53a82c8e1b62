import { parentPort, workerData } from 'node:worker_threads'
import type { Methods } from '../methods/method-module.ts'
import { type Computed, deriveTask, type Task } from './derive-task.ts'

/** What a thread says: first that it begins, so that its limit counts from then, and at last its answer. */
export type ThreadMessage =
  | { readonly state: 'started' }
  | { readonly state: 'done'; readonly computed: Computed }
  | { readonly state: 'failed'; readonly reason: string }

const port = parentPort!
const { url } = workerData as { readonly url: string }
const { methods } = (await import(url)) as { readonly methods: Methods }
const say = (message: ThreadMessage): void => port.postMessage(message)

port.on('message', (task: Task) => {
  say({ state: 'started' })
  try {
    say({ state: 'done', computed: deriveTask({ url, methods }, task) })
  } catch (error) {
    say({ state: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
