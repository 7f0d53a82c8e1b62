import { comparePairs } from '../../derive/copycats/passages/compare-texts.ts'
import { sampleShingles } from '../../derive/copycats/words/sample-shingles.ts'
import { markdown } from '../measure/tables.ts'
import type { LabeledText } from './labeled-corpus.ts'

const BANDS = [60, 100, 200, 300, 600]

/** The share of all pairs of texts with shared passages that have a common sampled shingle, so that one finds the other. */
export function measureIndexRecall(texts: readonly LabeledText[]): string {
  const samples = new Map(
    texts.map(({ id, words, common }) => [id, new Set(sampleShingles(words.ids, common))] as const),
  )
  const pairs = texts.flatMap((text, index) => comparePairs(text, texts.slice(index + 1), () => 1))
  const rows = BANDS.map((least, index) => {
    const most = BANDS[index + 1] ?? Number.POSITIVE_INFINITY
    const inBand = pairs.filter(({ of_here: { matched_words: words } }) => words >= least && words < most)
    const found = inBand.filter(
      ({ here, other }) => !samples.get(here.id)!.isDisjointFrom(samples.get(other.id)!),
    )
    const share = found.length / Math.max(1, inBand.length)
    return [
      most === Number.POSITIVE_INFINITY ? `${least} and more` : `${least} to ${most - 1}`,
      inBand.length,
      share.toFixed(3),
    ]
  })
  return [
    `Pairs of the ${texts.length} texts that the index of bills would find:`,
    markdown(['matched words', 'pairs', 'found by the index'], rows),
  ].join('\n\n')
}
