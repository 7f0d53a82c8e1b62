import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerOptions } from './load-protocol.ts'
import { startLoading } from './load-share.ts'

/** A young generation of this size outlives the events and rows of a key, so that they are collected cheaply. */
const YOUNG_MB = 64
const END_WITHIN_MS = 10_000

/** It loads partition numbers, in a thread of its own or in this one. */
export type LoadWorker = {
  send(message: ToWorker): void
  /** Lets it roll back its current partition. A thread that does not answer is terminated. */
  end(): Promise<void>
}

export type LoadWorkerEvents = {
  readonly onMessage: (worker: LoadWorker, message: FromWorker) => void
  readonly onError: (error: unknown) => void
  readonly onExit: (worker: LoadWorker) => void
}

export function startThread(workerData: WorkerOptions, events: LoadWorkerEvents): LoadWorker {
  const thread = new Worker(new URL('./load-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  const worker = workerOf(thread, async () => {
    const timer = setTimeout(() => void thread.terminate(), END_WITHIN_MS)
    await exited
    clearTimeout(timer)
  })
  thread.on('message', (message: FromWorker) => events.onMessage(worker, message))
  thread.on('error', events.onError)
  thread.on('exit', () => events.onExit(worker))
  return worker
}

/** For a small load: a thread takes longer to start. */
export function startHere(options: WorkerOptions, events: LoadWorkerEvents): LoadWorker {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const closed = new Promise<void>((resolve) => ours.once('close', resolve))
  const worker = workerOf(ours, () => closed)
  ours.on('message', (message: FromWorker) => events.onMessage(worker, message))
  ours.on('close', () => events.onExit(worker))
  startLoading(theirs, options)
  return worker
}

function workerOf(port: Pick<MessagePort, 'postMessage'>, ended: () => Promise<void>): LoadWorker {
  const send = (message: ToWorker) => port.postMessage(message)
  return {
    send,
    end() {
      send({ kind: 'end' })
      return ended()
    },
  }
}
