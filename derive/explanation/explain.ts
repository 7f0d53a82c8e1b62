import { textSentences } from '../sentences/text-sentences.ts'
import type { BillFacts } from '../summary/bill-facts.ts'
import { citationsIn, summarize } from '../summary/summarize.ts'
import type { VersionText } from '../text/version-text.ts'
import { wordCount } from './cut-words.ts'
import type { Explanation, ExplanationSentence, LevelExplanation } from './explanation.ts'
import { detail, technical } from './long-levels.ts'
import { readingGrade } from './reading-grade.ts'
import { BRIEF_WORDS, brief, briefSummary, headline } from './short-levels.ts'
import { answers, questions } from './stated-facts.ts'

const WITHOUT_TEXT: ExplanationSentence = {
  text: 'This service has no text of this bill, so this rests on its title and its digest alone.',
  section: null,
  citations: [],
}

/** Explains a bill at four levels, by its own words and those of its source. It adds no judgment. */
export function explain({ facts, text }: { facts: BillFacts; text: VersionText | null }): Explanation {
  const summary = summarize({ facts, text })
  if (text === null) {
    const short = briefSummary(summary, BRIEF_WORDS - wordCount(WITHOUT_TEXT.text))
    const levels = {
      headline: level(headline(facts, summary)),
      brief: level([...short, WITHOUT_TEXT]),
      detail: level([...short, WITHOUT_TEXT]),
      technical: level([...short, WITHOUT_TEXT]),
    }
    return { levels, not_stated: ['text'] }
  }
  const cite = citationsIn(text.text)
  const sections = textSentences(text)
  const law = sections.flatMap(({ sentences }) => sentences.filter(({ role }) => role === 'law'))
  const effective = law.find(({ words }) => words.length < 300 && answers['effective date'].test(words))
  return {
    levels: {
      headline: level(headline(facts, summary)),
      brief: level(brief(summary, effective, cite)),
      detail: level(detail(sections, cite)),
      technical: level(technical(sections, cite)),
    },
    not_stated: questions.filter((question) => !law.some(({ words }) => answers[question].test(words))),
  }
}

const level = (sentences: readonly ExplanationSentence[]): LevelExplanation => ({
  sentences,
  reading_grade: readingGrade(sentences.map(({ text }) => text)),
})
