import { FEWEST_SHARED_WORDS } from './band.ts'
import { createLibrary, type Library } from './library.ts'
import { matchWords, mirrored } from './match-words.ts'
import { describeShared, type ReadText, type SharedText } from './shared-text.ts'

/** A text of a bill or a model with all that comparing needs. */
export type ComparedText = ReadText & {
  readonly id: number
  /** 1 for each word that is boilerplate. */
  readonly common: Uint8Array
}

/** Texts that others are compared with. */
export type TextLibrary = { readonly texts: readonly ComparedText[]; readonly index: Library }

export const textLibrary = (texts: readonly ComparedText[]): TextLibrary => ({
  texts,
  index: createLibrary(texts.map(({ words }) => words.ids)),
})

/** What two texts share, as a reader of each of them sees it. */
export type TextPair = {
  readonly here: ComparedText
  readonly other: ComparedText
  readonly of_here: SharedText
  readonly of_other: SharedText
}

/** Compares a text with every text of a library, and gives those with enough shared words. */
export function compareTexts(
  here: ComparedText,
  { texts, index }: TextLibrary,
  weightOf: (word: number) => number,
): TextPair[] {
  const limits = { fewest_words: FEWEST_SHARED_WORDS, common: here.common }
  return matchWords(here.words, index, limits).map(({ document, runs }) => {
    const other = texts[document]!
    return {
      here,
      other,
      of_here: describeShared(here, other, runs, weightOf),
      of_other: describeShared(other, here, mirrored(runs), weightOf),
    }
  })
}

/**
 * Compares a text with others. Two texts give the same pair whichever of them is new: the one with the lower id is
 * always compared with the other.
 */
export function comparePairs(
  text: ComparedText,
  others: readonly ComparedText[],
  weightOf: (word: number) => number,
): TextPair[] {
  const later = others.filter(({ id }) => id > text.id)
  const own = textLibrary([text])
  return [
    ...others.filter(({ id }) => id < text.id).flatMap((one) => compareTexts(one, own, weightOf)),
    ...inParts(later).flatMap((part) => compareTexts(text, textLibrary(part), weightOf)),
  ]
}

/** Words of a library that lives for one comparison. */
const MOST_WORDS = 500_000

/** Divides texts, so that many long ones do not take much memory at once. */
function inParts(texts: readonly ComparedText[]): ComparedText[][] {
  const parts: ComparedText[][] = []
  let words = 0
  for (const text of texts) {
    words += text.words.ids.length
    if (parts.length === 0 || words > MOST_WORDS) {
      parts.push([])
      words = text.words.ids.length
    }
    parts.at(-1)!.push(text)
  }
  return parts
}
