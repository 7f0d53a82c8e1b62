import { join } from 'node:path'
import { wordWeights } from '../../derive/copycats/generation/generation.ts'
import { projectFolder } from '../../runtime/settings/settings.ts'
import { keepResult } from '../measure/results.ts'
import { wholeNumber } from '../service/whole-number.ts'
import { measureRanking } from './alignment-ranking.ts'
import { measureBillIndex } from './bill-index.ts'
import { measureIndexRecall } from './index-recall.ts'
import { measureOverlaps } from './known-overlaps.ts'
import { readLabeledCorpus, withLearned } from './labeled-corpus.ts'
import { measureModelSpeed } from './model-speed.ts'
import { measurePairs } from './pair-quality.ts'
import { measurePlanted } from './planted-copies.ts'

/**
 * Measures what is found on labeled bills and planted copies, and the time for a bill against models and against an index
 * of so many generated bills. 0 bills: without Postgres.
 */
export async function benchCopycats(bills: string): Promise<string> {
  const count = wholeNumber('bills', bills)
  const data = join(projectFolder, '..', 'shared', 'data')
  const texts = await readLabeledCorpus(data)
  const learned = withLearned(texts)
  const parts = [
    measurePairs(texts, learned.texts),
    await measureRanking(data, wordWeights(learned.generation)),
    await measureOverlaps(data, texts),
    measurePlanted(texts),
    measureIndexRecall(texts),
    measureModelSpeed(texts),
    ...(count === 0 ? [] : [await measureBillIndex(texts, count)]),
  ]
  return keepResult(`legislog bench copycats ${bills}`, parts.join('\n\n'))
}
