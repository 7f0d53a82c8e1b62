import type { ChangeKind } from '../../schemas/vocabulary/change-kinds.ts'

/** Places in the stored texts of the two versions, in Unicode characters; null if the words are only in the other one. */
export type Evidence = {
  readonly from: { readonly start: number; readonly end: number } | null
  readonly to: { readonly start: number; readonly end: number } | null
}

export type ChangeSentence = {
  readonly text: string
  readonly kind: ChangeKind
  /** The section as printed in the sentence, such as `Section 3`. null if it is about the whole text. */
  readonly section: string | null
  readonly before: string | null
  readonly after: string | null
  /** `exact`: one value replaces another in the same place. `contextual`: the words around it changed too. */
  readonly confidence: 'exact' | 'contextual'
  readonly evidence: Evidence
}

export type ChangeSummary = {
  /** One to three sentences that say the most important changes. */
  readonly summary: string
  /** No word of the law differs: only spaces, case, punctuation, page furniture or printing. */
  readonly unchanged_wording: boolean
  readonly sentences: readonly ChangeSentence[]
  /** Sentences that are left out because there are too many of one kind. */
  readonly omitted: readonly { readonly kind: ChangeKind; readonly count: number }[]
  /** Changed words that no sentence mentions. */
  readonly unexplained_words: number
}
