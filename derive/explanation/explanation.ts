import type { Citation } from '../summary/summary.ts'

export type ExplanationLevel = 'headline' | 'brief' | 'detail' | 'technical'

export type ExplanationSentence = {
  readonly text: string
  /** Number or heading of the section; null if the sentence is about the bill as a whole. */
  readonly section: string | null
  readonly citations: readonly Citation[]
}

export type LevelExplanation = {
  readonly sentences: readonly ExplanationSentence[]
  /** Flesch-Kincaid grade of the sentences, with one decimal. It measures length of words and sentences, nothing else. */
  readonly reading_grade: number | null
}

export type Explanation = {
  readonly levels: Readonly<Record<ExplanationLevel, LevelExplanation>>
  /** What readers usually ask and the text does not say, such as `effective date` or `penalty`. */
  readonly not_stated: readonly string[]
}
