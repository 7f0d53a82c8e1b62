import type { Clock } from '../../../runtime/clock.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { openEmbedder } from '../../embedder/open-embedder.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { quantized } from '../../vectors/quantized-vector.ts'

export type QuestionVector = {
  /** Names the model. Only vectors of the same one may be compared. */
  readonly embedder: string
  readonly codes: Int8Array
}

export type QuestionVectors = {
  /** Gives the vector of a question; undefined without a model, or if the model does not answer now. The question is not logged. */
  vectorOf(question: string, signal: AbortSignal): Promise<QuestionVector | undefined>
  close(): Promise<void>
}

/** A model that could not be opened is tried again after this time. */
const RETRY_MS = 60_000

/** Opens the model of the settings with the first question. */
export function createQuestionVectors(parts: {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** The model, instead of that of the settings. */
  readonly open?: () => Promise<Embedder | undefined>
}): QuestionVectors {
  const { settings, clock, log, open = () => openEmbedder(settings, clock) } = parts
  let opened: Promise<Embedder | undefined> | undefined
  let failed_at_ms = -RETRY_MS

  async function embedder(): Promise<Embedder | undefined> {
    if (clock.now().getTime() - failed_at_ms < RETRY_MS) return undefined
    opened ??= open()
    try {
      return await opened
    } catch (error) {
      opened = undefined
      failed_at_ms = clock.now().getTime()
      throw error
    }
  }

  return {
    async vectorOf(question, signal) {
      try {
        const model = await embedder()
        if (model === undefined) return undefined
        const [vector] = await model.embed([question], signal)
        return { embedder: model.id, codes: quantized(vector!) }
      } catch (error) {
        if (signal.aborted) throw error
        log.warn({ err: error }, 'a question has no vector; words alone answer it')
        return undefined
      }
    },
    async close() {
      // A model that could not be opened needs no end.
      const model = await opened?.catch(() => undefined)
      await model?.close()
    },
  }
}
