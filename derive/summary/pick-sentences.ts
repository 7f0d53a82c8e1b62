import type { Scored } from './sentence-score.ts'

/** How much a sentence loses if an earlier choice says the same. */
const REPETITION = 1.5
/** Only the best sentences are compared with each other. */
const COMPARED = 60

/**
 * Chooses the sentences with the best scores that repeat each other least, in the order of the text. Together they have
 * at most `most_words`, unless the best one alone has more.
 */
export function pickSentences(
  all: readonly Scored[],
  { most, most_words }: { readonly most: number; readonly most_words: number },
): Scored[] {
  const left = all
    .toSorted((a, b) => b.score - a.score || a.sentence.start - b.sentence.start)
    .slice(0, COMPARED)
  const picked: Scored[] = []
  let words = 0
  while (picked.length < most && left.length > 0) {
    const worth = left.map(
      (one) => one.score - REPETITION * Math.max(0, ...picked.map((other) => likeness(one, other))),
    )
    const best = worth.indexOf(Math.max(...worth))
    if (picked.length > 0 && worth[best]! <= 0) break
    const [one] = left.splice(best, 1)
    const length = one!.sentence.words.split(' ').length
    if (picked.length > 0 && words + length > most_words) continue
    picked.push(one!)
    words += length
  }
  return picked.sort((a, b) => a.sentence.start - b.sentence.start)
}

/** The share of words that two sentences have in common, of the shorter one. */
function likeness(one: Scored, other: Scored): number {
  const shared = [...one.stems].filter((stem) => other.stems.has(stem)).length
  return shared / Math.max(1, Math.min(one.stems.size, other.stems.size))
}
