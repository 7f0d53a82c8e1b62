import type { TextPair } from './compare-texts.ts'
import type { SharedSpan } from './shared-text.ts'

/** Models that share the same passages with one text. */
export type ModelFamily = {
  /** The one that shares most words with it. */
  readonly first: TextPair
  readonly further: readonly TextPair[]
}

/** A model belongs to a family if so much of what it shares is shared by the first one too. */
const SAME_SHARE = 0.5

/** Models copy each other, so what a bill shares with many of them is one result. The families with most words come first. */
export function modelFamilies(pairs: readonly TextPair[]): ModelFamily[] {
  const families: { first: TextPair; further: TextPair[] }[] = []
  const ordered = pairs.toSorted(
    (a, b) => b.of_here.matched_words - a.of_here.matched_words || a.other.id - b.other.id,
  )
  for (const pair of ordered) {
    const family = families.find(({ first }) => isSamePart(pair, first))
    if (family === undefined) families.push({ first: pair, further: [] })
    else family.further.push(pair)
  }
  return families
}

function isSamePart({ of_here }: TextPair, { of_here: first }: TextPair): boolean {
  const whole = of_here.spans.reduce((sum, span) => sum + lengthOf(span), 0)
  const common = of_here.spans.reduce((sum, span) => sum + overlapWith(span, first.spans), 0)
  return common >= SAME_SHARE * whole
}

const lengthOf = ({ this: { start, end } }: SharedSpan): number => end - start

const overlapWith = ({ this: mine }: SharedSpan, spans: readonly SharedSpan[]): number =>
  spans.reduce(
    (sum, { this: one }) => sum + Math.max(0, Math.min(one.end, mine.end) - Math.max(one.start, mine.start)),
    0,
  )
