import type { Sentence } from '../sentences/sentence.ts'
import { type SpokenSection, standsAlone } from '../sentences/text-sentences.ts'
import { shownSentence } from '../summary/summarize.ts'
import type { Citation } from '../summary/summary.ts'
import { cutWords } from './cut-words.ts'
import type { ExplanationSentence } from './explanation.ts'
import { answers, isDuty, type Question, questions } from './stated-facts.ts'

type Cite = (sentence: Pick<Sentence, 'section' | 'start' | 'end'>) => Citation

const MOST_SECTIONS = 300
const MOST_DUTIES = 2
const BULLET_WORDS = 60
const MOST_STRUCK_WORDS = 30
/** Number and heading of a section are found in its first characters. */
const HEAD_CHARACTERS = 200
const MORE: ExplanationSentence = {
  text: 'The bill has more sections than are listed here.',
  section: null,
  citations: [],
}

/** For each section: who must do what, by when, what it costs, the penalty, and the words that it strikes. */
export function detail(sections: readonly SpokenSection[], cite: Cite): ExplanationSentence[] {
  const bullets = sections
    .slice(0, MOST_SECTIONS)
    .flatMap((one) => [...stated(one, cite), ...struck(one, cite)])
  return sections.length > MOST_SECTIONS ? [...bullets, MORE] : bullets
}

function stated({ sentences }: SpokenSection, cite: Cite): ExplanationSentence[] {
  const whole = sentences.filter((sentence) => standsAlone(sentence))
  const duties = whole.filter(({ words }) => isDuty(words)).slice(0, MOST_DUTIES)
  const found = new Map<Sentence, Question[]>(duties.map((sentence) => [sentence, []]))
  for (const question of questions) {
    const answer = whole.find(({ words }) => answers[question].test(words))
    if (answer !== undefined) found.set(answer, [...(found.get(answer) ?? []), question])
  }
  return [...found]
    .sort(([a], [b]) => a.start - b.start)
    .map(([sentence, own]) => {
      const label = own.length === 0 ? '' : `${capitalized(own.join(', '))}: `
      const citation = cite(sentence)
      return {
        text: label + cutWords(shownSentence(sentence), BULLET_WORDS),
        section: citation.section,
        citations: [citation],
      }
    })
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Struck words are named as such. The citation is the line that they stood in. */
function struck({ section }: SpokenSection, cite: Cite): ExplanationSentence[] {
  const line = section.paragraphs.find(({ runs }) => runs.some(({ mark }) => mark === 'struck'))
  if (line === undefined) return []
  const words = line.runs.flatMap(({ text, mark }) => (mark === 'struck' ? [text] : [])).join(' … ')
  const { start, end } = line
  const citation = cite({ section, start, end })
  const text = `Struck from the law: “${cutWords(words, MOST_STRUCK_WORDS)}”`
  return [{ text, section: citation.section, citations: [citation] }]
}

/** Each section with its number, its heading and its first words. */
export function technical(sections: readonly SpokenSection[], cite: Cite): ExplanationSentence[] {
  const lines = sections.slice(0, MOST_SECTIONS).flatMap(({ section, sentences }) => {
    const first = sentences.find(({ role }) => role === 'law') ?? sentences[0]
    if (first === undefined) return []
    const { number, heading } = section
    const head = [number === null ? '' : `Section ${number}`, heading === null ? '' : `(${heading})`]
    const named = head.filter((word) => word !== '').join(' ')
    const words = cutWords(shownSentence(first), BULLET_WORDS)
    const start = section.paragraphs[0]?.start ?? first.start
    const citations = [
      cite({ section, start, end: Math.max(start, Math.min(first.start, start + HEAD_CHARACTERS)) }),
      cite(first),
    ]
    const text = named === '' ? words : `${named}: ${words}`
    return [
      {
        text,
        section: citations[0]!.section,
        citations: citations.filter(({ quote }) => quote.trim() !== ''),
      },
    ]
  })
  return sections.length > MOST_SECTIONS ? [...lines, MORE] : lines
}
