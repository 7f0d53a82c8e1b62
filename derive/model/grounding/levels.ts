/** `notes` are only read by the model itself: notes of all windows of a long text become one of the other levels. */
export const levels = ['summary', 'headline', 'brief', 'detail', 'technical', 'notes'] as const
export type Level = (typeof levels)[number]

type Limits = {
  readonly max_sentences: number
  readonly max_words: number
  readonly max_words_of_sentence: number
}

/** Lengths of an answer of each level. */
export const levelLimits: Readonly<Record<Level, Limits>> = {
  summary: { max_sentences: 4, max_words: 120, max_words_of_sentence: 45 },
  headline: { max_sentences: 1, max_words: 25, max_words_of_sentence: 25 },
  brief: { max_sentences: 4, max_words: 80, max_words_of_sentence: 40 },
  detail: { max_sentences: 30, max_words: 700, max_words_of_sentence: 45 },
  technical: { max_sentences: 60, max_words: 1_500, max_words_of_sentence: 60 },
  notes: { max_sentences: 12, max_words: 480, max_words_of_sentence: 40 },
}
