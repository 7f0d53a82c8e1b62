/** A section of a bill as a model sees it. */
export type NumberedSection = {
  /** How prompts and answers name it: `s1`, `s2` … */
  readonly id: string
  /** Its number, else its heading, for citations. null if it has neither. */
  readonly label: string | null
  /** Offset of `text` in the stored text, in UTF-16 units. */
  readonly start: number
  /** The stored text of the section. It has no struck words: they are not law. */
  readonly text: string
  /**
   * The same text, as long as `text`, with spaces in place of paragraphs that give orders to a model. An answer may
   * rest on these words only.
   */
  readonly law: string
}
