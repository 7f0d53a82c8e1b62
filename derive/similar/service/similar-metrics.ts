import { Counter, type Registry } from 'prom-client'
import type { SimilarFill } from './fill-similar.ts'

/** Counts the work on similar bills. */
export function createSimilarMetrics(
  metrics: Registry,
): Required<Pick<SimilarFill, 'onEmbedded' | 'onLists'>> {
  const embedded = new Counter({
    name: 'legislog_similar_embedded_texts_total',
    help: 'Texts of bills that a model turned into vectors',
    registers: [metrics],
  })
  const lists = new Counter({
    name: 'legislog_similar_lists_total',
    help: 'Lists of similar bills that were made or changed',
    registers: [metrics],
  })
  return {
    onEmbedded: (texts) => embedded.inc(texts),
    onLists: (count) => lists.inc(count),
  }
}
