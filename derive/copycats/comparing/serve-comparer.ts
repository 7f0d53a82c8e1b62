import type { MessagePort } from 'node:worker_threads'
import { LegislogError } from '../../../schemas/errors.ts'
import type { StoredText } from '../../text/stored-text.ts'
import type { BillComparer, ComparerWork, WorkName } from './bill-comparer.ts'
import type { FromThread, PlainFailure, ToThread } from './comparer-messages.ts'
import type { ReadStored } from './read-compared-text.ts'

/** Does the work that arrives at a port, with texts that the other side reads. */
export function serveComparer(
  port: MessagePort,
  createComparer: (readStored: ReadStored) => BillComparer,
): void {
  const say = (message: FromThread): void => port.postMessage(message)
  /** The text that is asked for now: texts are read one after the other. */
  let asked: PromiseWithResolvers<StoredText> | undefined
  const comparer = createComparer((reference) => {
    asked = Promise.withResolvers()
    say({ kind: 'asks', reference })
    return asked.promise
  })

  async function run(work: WorkName, input: ComparerWork[WorkName]['input']): Promise<void> {
    say({ kind: 'started' })
    try {
      say({ kind: 'done', result: await comparer.run(work, input as never) })
    } catch (error) {
      say({ kind: 'failed', failure: plain(error) })
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.kind === 'work') void run(message.work, message.input)
    else if (message.kind === 'text') asked?.resolve(message.stored)
    else asked?.reject(new LegislogError(message.failure.code ?? 'derive_failed', message.failure.message))
  })
}

const plain = (error: unknown): PlainFailure =>
  error instanceof LegislogError
    ? { code: error.code, message: error.message }
    : { code: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
