/**
 * The words of the text that a sentence rests on. `quote` is the stored text from `start` to `end`, which are offsets
 * in Unicode characters, as the API shows them. (Sections count UTF-16 units: `characterOffsets` converts.)
 */
export type Citation = {
  /** Number or heading of the section; null if it is the front of the text. */
  readonly section: string | null
  readonly start: number
  readonly end: number
  readonly quote: string
}

/** `official`: the source's own digest. `extractive`: sentences of the text. `title`: there is neither, only a title. */
export type SummaryMethod = 'official' | 'extractive' | 'title'

export type Summary = {
  readonly text: string
  readonly method: SummaryMethod
  /** What an official digest is called by its source; null otherwise. */
  readonly note: string | null
  readonly citations: readonly Citation[]
}
