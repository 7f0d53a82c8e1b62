import { Worker } from 'node:worker_threads'
import { LegislogError } from '../../../schemas/errors.ts'
import type { PdfAnswer } from './pdf-thread.ts'

export type PdfLimits = { readonly longest_ms: number; readonly most_bytes: number }

/** A PDF of 2 kB can unpack to gigabytes, and a page tree can have millions of pages. */
const LIMITS: PdfLimits = { longest_ms: 120_000, most_bytes: 1024 * 1024 * 1024 }
const LOOK_MS = 50

let thread: Worker | undefined
let before: Promise<unknown> = Promise.resolve()

/**
 * Gives the printed lines of each page, top to bottom. Pages are empty if the document is a scanned image. Throws
 * `record_unreadable` if the document is no PDF, is damaged, requires a password, or takes too long or too much
 * memory.
 */
export function readPdf(bytes: Buffer, limits: PdfLimits = LIMITS): Promise<string[][]> {
  const reading = before.then(() => readNext(bytes, limits))
  // The next document waits for the end of this one, and not for its success.
  before = reading.catch(() => {})
  return reading
}

/** Reads documents in a thread, one after another. The thread can be ended at any moment, and the process continues. */
async function readNext(bytes: Buffer, limits: PdfLimits): Promise<string[][]> {
  thread ??= startThread()
  const answer = await answerOf(thread, bytes, limits)
  if ('pages' in answer) return answer.pages
  throw new LegislogError('record_unreadable', `the PDF cannot be read: ${answer.failure}`)
}

function startThread(): Worker {
  const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.most_bytes / 1024 / 1024 },
  })
  // The thread does not keep the process alive between two documents.
  worker.unref()
  return worker
}

async function answerOf(worker: Worker, bytes: Buffer, limits: PdfLimits): Promise<PdfAnswer> {
  const settled = Promise.withResolvers<PdfAnswer>()
  const give = (answer: PdfAnswer) => settled.resolve(answer)
  const fail = (failure: string) => {
    thread = undefined
    settled.resolve({ failure })
    void worker.terminate()
  }
  const onError = (error: Error) => fail(error.message)
  const onExit = () => fail('its reader ended')
  worker.on('message', give).on('error', onError).on('exit', onExit)
  worker.ref()
  const longest = setTimeout(
    () => fail(`it takes more than ${limits.longest_ms / 1000} s`),
    limits.longest_ms,
  )
  const looking = setInterval(() => {
    // This fails if the thread has just ended.
    worker.getHeapStatistics().then(
      ({ used_heap_size, external_memory }) => {
        if (used_heap_size + external_memory > limits.most_bytes)
          fail(`it takes more than ${limits.most_bytes} bytes of memory`)
      },
      () => {},
    )
  }, LOOK_MS)
  try {
    // A transfer would take the memory away from the caller, so the thread gets a copy.
    const copy = new Uint8Array(bytes)
    worker.postMessage(copy, [copy.buffer])
    return await settled.promise
  } finally {
    clearTimeout(longest)
    clearInterval(looking)
    worker.off('message', give).off('error', onError).off('exit', onExit)
    worker.unref()
  }
}
