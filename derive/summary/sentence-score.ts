import type { Sentence } from '../sentences/sentence.ts'

/** Words that say that the law does something, strongest first. */
const CUES: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [
    1,
    /\b(?:prohibit|require|authoriz|establish|creat|appropriat|repeal|direct|grant|allow|permit|increas|reduc|limit|provid|impos|exempt|ban)(?:s|es|e|ed)?\b/iu,
  ],
  [1, /\b(?:shall|must|may not|is (?:unlawful|guilty|prohibited))\b/iu],
  [0.6, /\bmay\b/iu],
]
const WEAK =
  /\b(?:notwithstanding|pursuant to this|this (?:act|section|chapter) (?:shall )?(?:takes?|appl(?:y|ies)|becomes?)\b|shall take effect|effective date|nothing in this|technical|redesignat|is amended|are amended|by striking|by inserting|as follows:?$|to read:?$|adopt rules|rulemaking)/iu
const WORD = /[\p{L}][\p{L}\p{N}'’-]+/gu
const COMMON = new Set(
  'the and for with that this such any all not are was were been has have had from into under upon which who whom whose their there other than then these those may shall must act bill section sections chapter state law relating amend amended amending provide provides providing certain an as at be by if in is it its of on or to no a exposed model'.split(
    ' ',
  ),
)

/** The meaningful words of a sentence, cut to their stems. */
export const stems = (words: string): Set<string> =>
  new Set(
    [...words.toLowerCase().matchAll(WORD)]
      .map(([word]) => word.replace(/['’]s$/u, ''))
      .filter((word) => !COMMON.has(word))
      .map((word) =>
        word.replace(/(?:ational|ations?|ments?|ings?|ness|ies|ied|ers?|ors?|ed|es|s|ly|e|y)$/u, ''),
      ),
  )

export type Scored = {
  readonly sentence: Sentence
  readonly stems: ReadonlySet<string>
  readonly score: number
}

/** Rates sentences by their words of the title, by frequent words of the text, by cue words and by their place. */
export function scored(sentences: readonly Sentence[], title: string): Scored[] {
  const words = sentences.map((sentence) => stems(sentence.words))
  const counts = new Map<string, number>()
  for (const own of words) for (const stem of own) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const rarity = (stem: string): number => Math.log(1 + sentences.length / (1 + (counts.get(stem) ?? 0)))
  const ofTitle = [...stems(title)]
  const wholeTitle = ofTitle.reduce((sum, stem) => sum + rarity(stem), 0)
  const frequent = new Set(
    [...counts]
      .sort(byCount)
      .slice(0, 15)
      .map(([stem]) => stem),
  )
  return sentences.map((sentence, index) => {
    const own = words[index]!
    const shared = ofTitle.reduce((sum, stem) => sum + (own.has(stem) ? rarity(stem) : 0), 0)
    const central = [...own].filter((stem) => frequent.has(stem)).length / Math.sqrt(own.size + 4)
    const cue = CUES.reduce((sum, [weight, pattern]) => sum + (pattern.test(sentence.words) ? weight : 0), 0)
    const early = 1 / (1 + index / 4)
    const score =
      2 * (wholeTitle === 0 ? 0 : shared / wholeTitle) +
      0.35 * central +
      0.25 * cue +
      0.7 * early +
      (sentence.place === 0 ? 0.2 : 0) -
      (WEAK.test(sentence.words) ? 0.9 : 0) -
      (sentence.is_whole ? 0 : 0.6)
    return { sentence, stems: own, score }
  })
}

const byCount = (a: readonly [string, number], b: readonly [string, number]): number =>
  b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
