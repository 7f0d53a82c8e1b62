import type { Worker } from 'node:worker_threads'
import type { ObjectStore } from '../../../runtime/object-store/object-store.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { readStoredText } from '../../text/stored-text.ts'
import type { TextReference } from '../../text/version-text.ts'
import { askThread, startIdleThread } from '../../threads/ask-thread.ts'
import type { BillComparer, ComparedWith, ComparerWork, WorkName } from './bill-comparer.ts'
import type { FromThread, PlainFailure, ToThread } from './comparer-messages.ts'

/** The longest time that the thread may compute without asking for a text. It only ends what hangs. */
const LIMIT_MS = 120_000
/** Memory of the thread, besides its arrays of words. */
const HEAP_MB = 1_024

/**
 * Compares in a thread of its own, so that a long comparison holds up nothing else in the process. The thread starts with
 * the first work. It asks this thread for the bytes of texts.
 */
export type ThreadedComparer = BillComparer & {
  /**
   * As `open` of a comparer, if another basis was opened last. After the end of a thread, the next one is opened with the
   * same.
   */
  open(basis: string, compared: () => Promise<ComparedWith>): Promise<void>
  close(): Promise<void>
}

/**
 * `run` throws what the work throws; `derive_timeout` if it takes too long, and `derive_failed` if the thread fails. Both
 * end the thread. One work runs at a time.
 */
export function createThreadedComparer(
  objects: ObjectStore,
  {
    limit_ms = LIMIT_MS,
    thread = new URL('./comparer-thread.ts', import.meta.url),
  }: { readonly limit_ms?: number; readonly thread?: URL } = {},
): ThreadedComparer {
  let worker: Worker | undefined
  let opened: { readonly basis: string; readonly compared: () => Promise<ComparedWith> } | undefined
  let isOpen = false
  let isClosed = false

  function startThread(): Worker {
    const started = startIdleThread(thread, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    started.once('exit', () => {
      if (worker !== started) return
      worker = undefined
      isOpen = false
    })
    return started
  }

  async function runNow<W extends WorkName>(work: W, input: ComparerWork[W]['input']) {
    if (isClosed) throw stopped()
    worker ??= startThread()
    const own = worker
    own.ref()
    try {
      return await answerOf(own, objects, { work, input, limit_ms })
    } catch (error) {
      if (isClosed) throw stopped()
      if (!(error instanceof LegislogError) || endsThread.has(error.code)) {
        await own.terminate()
        worker = undefined
        isOpen = false
      }
      throw error
    } finally {
      own.unref()
    }
  }

  async function openNow(): Promise<void> {
    if (isOpen || opened === undefined) return
    await runNow('open', await opened.compared())
    isOpen = true
  }

  return {
    async open(basis, compared) {
      if (opened?.basis === basis) return
      isOpen = false
      opened = { basis, compared }
      await openNow()
    },
    async run(work, input) {
      if (work !== 'learn') await openNow()
      return runNow(work, input) as never
    },
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}

const endsThread: ReadonlySet<string> = new Set(['derive_timeout', 'derive_failed'])
const stopped = () => new LegislogError('stopped', 'no further texts are compared')

const failureOf = ({ code, message }: PlainFailure): LegislogError =>
  new LegislogError(code ?? 'derive_failed', message)

/** Gives the thread its work, then the texts that it asks for, until it answers. */
const answerOf = (
  worker: Worker,
  objects: ObjectStore,
  { work, input, limit_ms }: { work: WorkName; input: ComparerWork[WorkName]['input']; limit_ms: number },
): Promise<ComparerWork[WorkName]['result']> =>
  askThread<FromThread, ComparerWork[WorkName]['result']>(
    worker,
    { kind: 'work', work, input } satisfies ToThread,
    {
      what: `copycats: ${work}`,
      limit_ms,
      async read(message, { resolve, reject, restartLimit }) {
        restartLimit()
        if (message.kind === 'done') resolve(message.result)
        else if (message.kind === 'failed') reject(failureOf(message.failure))
        else if (message.kind === 'asks') {
          try {
            worker.postMessage(await textFor(objects, message.reference))
          } catch (error) {
            reject(error)
          }
          restartLimit()
        }
      },
    },
  )

async function textFor(objects: ObjectStore, reference: TextReference): Promise<ToThread> {
  try {
    return { kind: 'text', stored: await readStoredText(objects, reference) }
  } catch (error) {
    if (!(error instanceof LegislogError)) throw error
    return { kind: 'unreadable', failure: { code: error.code, message: error.message } }
  }
}
