import { parseSections } from '../sections/parse-sections.ts'
import type { Section } from '../sections/section-tree.ts'
import type { VersionText } from '../text/version-text.ts'
import { isFragment } from './fragment.ts'
import { hasBareNumber, hasLineNumbers, isNumberedText } from './line-numbers.ts'
import { sectionSentences } from './section-sentences.ts'
import type { Sentence } from './sentence.ts'

/** A section that has law, with its sentences in order. */
export type SpokenSection = { readonly section: Section; readonly sentences: readonly Sentence[] }

/** Divides the sections of a text into sentences. Fronts, backs and headings of groups have no law and are left out. */
export function textSentences(text: VersionText): SpokenSection[] {
  const isNumbered = isNumberedText(text.text)
  return parseSections(text)
    .sections.filter(({ kind }) => kind === 'section')
    .map((section) => {
      const sentences = sectionSentences(text.text, section)
      return { section, sentences: isNumbered ? sentences.map(withoutNumbers) : sentences }
    })
}

/** Numbers of lines are no words of the law. */
const withoutNumbers = (sentence: Sentence): Sentence =>
  hasBareNumber(sentence.words) ? { ...sentence, role: 'furniture' } : sentence

const VERB =
  /\b(?:shall|must|may|can|will|should|is|are|was|has|have|does|do|prohibits?|requires?|authorizes?|establishe[sd]|creates?|provides?|repeals?|amends?|directs?|applies|takes?|becomes?|disapproves?|urges?|commends?|congratulates?|honou?rs?|supports?|condemns?|designates?|proclaims?|recognizes?|expresses|calls?|extends?)\b/iu
const FEWEST_WORDS = 7
const MOST_WORDS = 85

/** Brackets that do not strike words: the mark of a footnote, and what an author of a model leaves to the states. */
const OPEN_WORDS =
  /(?<=[\p{L}.,;])\[\d{1,2}\]|\[(?:(?:or )?(?:insert|cite|enter|appropriate|determined by|state(?:'s|’s)?|name of|specify|relevant|your|list)\b[^\]]*|[\p{Ll}\s]{0,30}\bact)\]/giu

/** Whether a sentence can stand alone as the words of the law. Other bracketed words may be struck. */
export function standsAlone(
  { words, role, is_condition, is_whole }: Sentence,
  most_words = MOST_WORDS,
): boolean {
  const count = words.split(' ').length
  return (
    (role === 'law' || role === 'purpose') &&
    !is_condition &&
    count >= FEWEST_WORDS &&
    count <= most_words &&
    /^["“]?[\p{Lu}$]/u.test(words) &&
    !/[[\]→➔]|\* \* \*|_{3}|\.{4}/u.test(words.replace(OPEN_WORDS, '')) &&
    !hasLineNumbers(words) &&
    !isFragment(words) &&
    (is_whole || !/[\p{L}\p{N}]$/u.test(words)) &&
    words !== words.toUpperCase() &&
    VERB.test(words)
  )
}
