import type { Run } from '../text/version-text.ts'

/** A line of a section. `start` and `end` are offsets into the stored text, without the end of the line. */
export type Paragraph = {
  readonly start: number
  readonly end: number
  /** The words of the line, struck words included. A line that is struck whole has `start` = `end`. */
  readonly runs: readonly Run[]
}

/**
 * `front`: what stands before the first section, such as the long title and the enacting clause. `section`: a
 * numbered section. `group`: the heading of a title, part, chapter or article that contains sections. `back`: what
 * stands after the last section, such as signatures.
 */
export type SectionKind = 'front' | 'section' | 'group' | 'back'

/** A piece of a text. The sections of a text follow each other, and every line belongs to exactly one. */
export type Section = {
  readonly kind: SectionKind
  /** Its number without `SEC.` and dots, such as `101` or `3-A`. null if it has none. */
  readonly number: string | null
  readonly heading: string | null
  /** The groups that contain it, outermost first, such as `['TITLE I', 'Subtitle A']`. */
  readonly path: readonly string[]
  /** Offsets into the stored text. The first section starts at 0 and each starts where the one before it ends. */
  readonly start: number
  readonly end: number
  readonly paragraphs: readonly Paragraph[]
}

/** The form of the document that decides how sections are recognized. */
export type TextForm = 'congress' | 'state-markup' | 'plain'

export type SectionTree = { readonly form: TextForm; readonly sections: readonly Section[] }
