import { compareTexts, textLibrary } from '../../derive/copycats/passages/compare-texts.ts'
import { markdown } from '../measure/tables.ts'
import type { LabeledText } from './labeled-corpus.ts'

/** Pairs of texts with at least one labeled bill. Other pairs have no label. */
type Found = { readonly names: string; readonly words: number; readonly is_true: boolean }

const THRESHOLDS = [60, 80, 100, 150, 200]
const SHOWN = 8

/** Precision and recall of pairs by the number of matched words, without and with the filter of boilerplate. */
export function measurePairs(plain: readonly LabeledText[], filtered: readonly LabeledText[]): string {
  const positives = truePairs(plain)
  const [off, on] = [findPairs(plain), findPairs(filtered)]
  const rows = THRESHOLDS.map((words) => [
    words,
    ...shares(off, words, positives),
    ...shares(on, words, positives),
  ])
  const wrong = off
    .filter(({ words, is_true }) => !is_true && words >= 100)
    .toSorted((a, b) => b.words - a.words)
    .slice(0, SHOWN)
    .map(({ names, words }) => `${names}: ${words}`)
  return [
    `${positives} true pairs among those with a labeled bill, ${plain.length} texts:`,
    markdown(['words', 'precision', 'recall', 'precision, filtered', 'recall, filtered'], rows),
    `Pairs of 100 words that are not labeled as one group: ${wrong.join('; ') || 'none'}.`,
  ].join('\n\n')
}

const isTrue = (a: LabeledText, b: LabeledText): boolean => a.group !== null && a.group === b.group

function truePairs(texts: readonly LabeledText[]): number {
  let count = 0
  texts.forEach((a, index) => {
    for (const b of texts.slice(index + 1)) {
      if ((a.kind === 'labeled' || b.kind === 'labeled') && isTrue(a, b)) count += 1
    }
  })
  return count
}

function findPairs(texts: readonly LabeledText[]): Found[] {
  const library = textLibrary(texts)
  return texts
    .filter(({ kind }) => kind === 'labeled')
    .flatMap((text) =>
      compareTexts(text, library, () => 1)
        .map(({ other, of_here }) => ({ other: other as LabeledText, of_here }))
        .filter(({ other }) => other.kind !== 'labeled' || other.id > text.id)
        .map(({ other, of_here }) => ({
          names: `${text.name} and ${other.name}`,
          words: of_here.matched_words,
          is_true: isTrue(text, other),
        })),
    )
}

function shares(found: readonly Found[], words: number, positives: number): string[] {
  const kept = found.filter((one) => one.words >= words)
  const right = kept.filter(({ is_true }) => is_true).length
  return [(right / Math.max(1, kept.length)).toFixed(3), (right / positives).toFixed(3)]
}
