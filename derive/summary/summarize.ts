import type { Sentence } from '../sentences/sentence.ts'
import { standsAlone, textSentences } from '../sentences/text-sentences.ts'
import { characterOffsets } from '../text/character-offsets.ts'
import type { VersionText } from '../text/version-text.ts'
import type { BillFacts } from './bill-facts.ts'
import { officialDigest } from './official-digest.ts'
import { pickSentences } from './pick-sentences.ts'
import { plainWords } from './plain-words.ts'
import { scored } from './sentence-score.ts'
import type { Citation, Summary } from './summary.ts'

/** More words cover more of a bill, but readers of summaries expect about 70 (the median of the model bills' own). */
const LENGTH = { most: 3, most_words: 85 }

/**
 * Summarizes a bill by the digest of its source. Without one, by sentences of its text that say what the law would do.
 * Without both, by its title.
 */
export function summarize({ facts, text }: { facts: BillFacts; text: VersionText | null }): Summary {
  const digest = officialDigest(facts)
  if (digest !== null)
    return { text: digest.text, method: 'official', note: digest.note || null, citations: [] }
  const title = plainWords(facts.title)
  const chosen = text === null ? [] : chosenSentences(text, title)
  if (text === null || chosen.length === 0) {
    return { text: title, method: 'title', note: null, citations: [] }
  }
  const cite = citationsIn(text.text)
  return {
    text: chosen.map(shownSentence).join(' '),
    method: 'extractive',
    note: null,
    citations: chosen.map((sentence) => cite(sentence)),
  }
}

/** The sentence as it is shown: a list that goes on ends with an ellipsis. */
export const shownSentence = ({ words, is_whole }: Pick<Sentence, 'words' | 'is_whole'>): string =>
  is_whole ? words : `${words.replace(/(?:[\s,;:—–-]|\b(?:and|or)$)+$/iu, '')} …`

export function citationsIn(
  text: string,
): (sentence: Pick<Sentence, 'section' | 'start' | 'end'>) => Citation {
  const characters = characterOffsets(text)
  return ({ section, start, end }) => ({
    section: section.number ?? section.heading,
    start: characters(start),
    end: characters(end),
    quote: text.slice(start, end),
  })
}

/** A resolution may be one long sentence, which is better than its title alone. */
const MOST_WORDS_OF_ONLY = 140

/** When a law begins says nothing about what it does. */
const SAYS_WHEN =
  /^["“]?(?:sections? [^.]{1,80}|th(?:is|e) (?:act|bill|section|chapter|article|resolution|law)|the (?:provisions|amendments made by) [^.]{1,60})\s(?:shall |must )?(?:takes?|be(?:comes?)?|is|are|go(?:es)? into)\s(?:in )?(?:full )?(?:force|effect)/iu

function chosenSentences(text: VersionText, title: string): Sentence[] {
  const all = textSentences(text).flatMap(({ sentences }) =>
    sentences.filter(({ words }) => !SAYS_WHEN.test(words)),
  )
  const short = all.filter((sentence) => standsAlone(sentence))
  if (short.length === 0) return all.filter((one) => standsAlone(one, MOST_WORDS_OF_ONLY)).slice(0, 1)
  return pickSentences(scored(short, title), LENGTH).map(({ sentence }) => sentence)
}
