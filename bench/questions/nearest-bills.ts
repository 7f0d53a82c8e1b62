import type { FoundByVectors } from '../../api/read-model/ask/fuse-rankings.ts'
import { openEmbedder } from '../../derive/embedder/open-embedder.ts'
import { embeddedText } from '../../derive/similar/source/bill-matter.ts'
import { cosineOf, quantized } from '../../derive/vectors/quantized-vector.ts'
import { systemClock } from '../../runtime/clock.ts'
import { routineOf } from '../../runtime/ranking/routine-bill.ts'
import { cacheFolder } from '../../runtime/settings/cache-folder.ts'
import { readRealBills } from '../similar/real-bills.ts'
import { embedAll } from '../similar/real-vectors.ts'
import { billKey, type QuestionCorpus } from './question-corpus.ts'

/** Compares a text with all bills, one by one. */
export type NearestBills = (text: string) => Promise<{
  /** The nearest ones, nearest first. */
  nearest(limit: number): readonly FoundByVectors[]
  /** The likeness of these bills; without those that have no vector. */
  of(ids: readonly number[]): readonly FoundByVectors[]
}>

/**
 * Compares texts with the bills by the vectors of the model of the settings. undefined if the settings name no model.
 * Vectors of an earlier run come from the cache.
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
  return async (text) => {
    const [vector] = await embedder.embed([text.replace(/\s+/gu, ' ').trim()], new AbortController().signal)
    const codes = quantized(vector!)
    const compared = known.map((bill) => ({ ...bill, cosine: cosineOf(codes, bill.codes) }))
    const byId = new Map(compared.map((bill) => [bill.id, bill]))
    return {
      nearest: (limit) =>
        compared.toSorted((one, other) => other.cosine - one.cosine || one.id - other.id).slice(0, limit),
      of: (wanted) => wanted.flatMap((id) => byId.get(id) ?? []),
    }
  }
}
