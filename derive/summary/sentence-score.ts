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

/** Words whose meaning is in an earlier sentence. */
const POINTS_BACK =
  /^["“]?(?:Such|These|Those|This|They|It|He|She|Its|Their|If so|In (?:such|that|this) (?:case|event)|The (?:provisions|prohibitions|requirements) of this|However|Nothing)\b/u
/** Words of a short sentence seldom say what a bill is about. */
const FEW_WORDS = 15

/** Chosen on every second of the model bills that have summaries; the others measure them (`bench summaries`). */
const WEIGHTS = {
  title: 3,
  purpose: 1,
  early: 0.7,
  first: 0.5,
  central: 0.35,
  cue: 0.25,
  first_of_section: 0.2,
  points_back: -1,
  list_left_out: -1,
  weak: -0.9,
  open: -0.6,
  short: -0.5,
} as const

export type Scored = {
  readonly sentence: Sentence
  readonly stems: ReadonlySet<string>
  readonly score: number
}

/**
 * Rates sentences by their words of the title, by frequent words of the text, by cue words and by their place. A sentence of
 * purpose, and the first one of the law, say most about a bill.
 */
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
    const { words: said, role, place, is_whole } = sentence
    const cue = CUES.reduce((sum, [weight, pattern]) => sum + (pattern.test(said) ? weight : 0), 0)
    const features: { readonly [W in keyof typeof WEIGHTS]: number } = {
      title: wholeTitle === 0 ? 0 : shared / wholeTitle,
      purpose: role === 'purpose' ? 1 : 0,
      early: 1 / (1 + index / 4),
      first: index === 0 ? 1 : 0,
      central: [...own].filter((stem) => frequent.has(stem)).length / Math.sqrt(own.size + 4),
      cue,
      first_of_section: place === 0 ? 1 : 0,
      points_back: POINTS_BACK.test(said) ? 1 : 0,
      list_left_out: said.endsWith(':') ? 1 : 0,
      weak: WEAK.test(said) ? 1 : 0,
      open: is_whole ? 0 : 1,
      short: said.split(' ').length < FEW_WORDS ? 1 : 0,
    }
    const score = names.reduce((sum, name) => sum + WEIGHTS[name] * features[name], 0)
    return { sentence, stems: own, score }
  })
}

const names = Object.keys(WEIGHTS) as readonly (keyof typeof WEIGHTS)[]

const byCount = (a: readonly [string, number], b: readonly [string, number]): number =>
  b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
