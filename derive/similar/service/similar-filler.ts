import type { Clock } from '../../../runtime/clock.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { openEmbedder } from '../../embedder/open-embedder.ts'
import { derivingThreads } from '../../threads/deriver-pool.ts'
import type { Embedder } from '../../vectors/embedder.ts'
import { fillSimilar, type SimilarFill, type SimilarMemory } from './fill-similar.ts'

export type SimilarFiller = {
  /** Gives false if another process makes the lists. */
  fill(
    signal: AbortSignal,
    report?: Pick<SimilarFill, 'onBills' | 'onEmbedded' | 'onLists'>,
  ): Promise<boolean>
  close(): Promise<void>
}

/** Fills the lists of similar bills with the model of the settings. The model is opened with the first fill. */
export function createSimilarFiller(parts: {
  readonly settings: Settings
  readonly database: Database
  readonly clock: Clock
}): SimilarFiller {
  const { settings, database, clock } = parts
  const memory: SimilarMemory = { state: undefined }
  let embedder: Embedder | undefined
  return {
    async fill(signal, report = {}) {
      embedder ??= await openEmbedder(settings, clock)
      return fillSimilar({
        ...report,
        database,
        embedder,
        memory,
        signal,
        threads: derivingThreads(settings),
      })
    },
    async close() {
      await memory.state?.listing?.threads?.close()
      await embedder?.close()
    },
  }
}
