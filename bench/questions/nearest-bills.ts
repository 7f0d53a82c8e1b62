import { openEmbedder } from '../../derive/embedder/open-embedder.ts'
import { embeddedText } from '../../derive/similar/source/bill-matter.ts'
import { cosineOf, quantized } from '../../derive/vectors/quantized-vector.ts'
import { systemClock } from '../../runtime/clock.ts'
import { routineOf } from '../../runtime/ranking/routine-bill.ts'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import { readRealBills } from '../similar/real-bills.ts'
import { embedAll } from '../similar/real-vectors.ts'
import { billKey, type QuestionCorpus } from './question-corpus.ts'

export type NearestBills = (text: string, limit: number) => Promise<readonly number[]>

/**
 * Gives the ids of the bills nearest to a text, by the vectors of the model of the settings, compared one by one. undefined
 * if the settings name no model. Vectors of an earlier run come from the cache.
 */
export async function openNearestBills(corpus: QuestionCorpus): Promise<NearestBills | undefined> {
  const { settings } = corpus.scratch
  const embedder = await openEmbedder(settings, systemClock)
  if (embedder === undefined) return undefined
  const ids = new Map([...corpus.keys].map(([id, key]) => [key, id]))
  const bills = await readRealBills()
  const texts = bills.map(({ matter }) => embeddedText(matter))
  const { vectors } = await embedAll(embedder, texts, cacheFolder(settings))
  const known = bills.flatMap(({ name, matter }, at) => {
    const id = ids.get(billKey(name))
    return id === undefined || routineOf(matter) !== undefined ? [] : [{ id, codes: quantized(vectors[at]!) }]
  })
  return async (text, limit) => {
    const [vector] = await embedder.embed([text.replace(/\s+/gu, ' ').trim()], new AbortController().signal)
    const codes = quantized(vector!)
    return known
      .map((bill) => ({ id: bill.id, cosine: cosineOf(codes, bill.codes) }))
      .sort((one, other) => other.cosine - one.cosine)
      .slice(0, limit)
      .map(({ id }) => id)
  }
}
