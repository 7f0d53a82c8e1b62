import type { Citation } from '../../summary/summary.ts'
import { characterOffsets } from '../../text/character-offsets.ts'
import type { NumberedSection } from '../bill-text/numbered-section.ts'
import type { Answer, Sentence } from '../grounding/answer.ts'
import { findQuote } from '../grounding/find-quote.ts'
import type { Level } from '../grounding/levels.ts'
import type { DescribedText } from './describe-text.ts'

export const modelKinds = ['summary', 'explanation'] as const
export type ModelKind = (typeof modelKinds)[number]

/** The levels that are asked for a kind. */
export const levelsOfKind: Readonly<Record<ModelKind, readonly Level[]>> = {
  summary: ['summary'],
  explanation: ['headline', 'brief', 'detail', 'technical'],
}

type CitedSentence = { readonly text: string; readonly citations: readonly Citation[] }
export type CitedLevel = {
  readonly sentences: readonly CitedSentence[]
  readonly not_stated: readonly string[]
}

/** What a model says about a text, with places in the stored text. Levels that were refused are absent. */
export type ModelContent = {
  readonly text: string
  readonly content: { readonly levels: { readonly [L in Level]?: CitedLevel } }
  readonly citations: readonly Citation[]
}

/**
 * Joins accepted answers. `text` is that of the first level of the list that explains, else of the first. `stored_text`
 * is the whole text: citations count its Unicode characters.
 */
export function modelContent(
  answers: ReadonlyMap<Level, Answer>,
  { sections, stored_text }: Pick<DescribedText, 'sections' | 'stored_text'>,
): ModelContent {
  const places: Places = {
    sections: new Map(sections.map((section) => [section.id, section])),
    characters: characterOffsets(stored_text),
  }
  const levels = Object.fromEntries(
    [...answers].map(([level, { sentences, not_stated }]) => [
      level,
      { sentences: sentences.map((sentence) => cite(sentence, places)), not_stated },
    ]),
  ) as ModelContent['content']['levels']
  const shown = levels.brief ?? Object.values(levels)[0]
  const sentences = shown?.sentences ?? []
  return {
    text: sentences.map(({ text }) => text).join(' '),
    content: { levels },
    citations: sentences.flatMap(({ citations }) => citations),
  }
}

type Places = {
  readonly sections: ReadonlyMap<string, NumberedSection>
  readonly characters: (offset: number) => number
}

const cite = ({ text, citations }: Sentence, places: Places): CitedSentence => ({
  text: text.trim(),
  citations: citations.map(({ section, quote }) => citation(section, quote, places)),
})

function citation(id: string, quote: string, { sections, characters }: Places): Citation {
  const section = sections.get(id)
  const place = section === undefined ? undefined : findQuote(section.law, quote)
  if (section === undefined || place === undefined)
    throw new Error('an answer was accepted without its quote')
  return {
    section: section.label,
    start: characters(section.start + place.start),
    end: characters(section.start + place.end),
    quote: section.text.slice(place.start, place.end),
  }
}
