import type { SectionChange } from '../../diff/version-diff.ts'
import type { Span } from '../words/span.ts'
import type { Value, ValueKind } from '../words/values.ts'

type Place = {
  /** The section as sentences name it, such as `Section 3`. */
  readonly label: string
  /** The sentences around the words, in the older and the newer text; empty if whole lines differ. */
  readonly context: { readonly from: string; readonly to: string }
  /** The changed words that a sentence about this piece explains. */
  readonly words: number
}

/** One value stands in place of another, and the words around them are the same. */
export type Swap = Place & {
  readonly shape: 'swap'
  readonly value_kind: ValueKind
  readonly before: Value
  readonly after: Value
}

/** Words are dropped, added, or both. At least one side is there. */
export type Rewording = Place & {
  readonly shape: 'rewording'
  readonly before: Span | null
  readonly after: Span | null
  readonly whole_lines: boolean
  /** Kept words before words that are only dropped or only added. */
  readonly lead: Span | null
}

/** Words become struck out, or are no longer struck out. `span` is in the text that has them as law, else null. */
export type MarkChange = Place & {
  readonly shape: 'struck' | 'restored'
  readonly quoted: string
  readonly span: Span | null
}

/** Labels of paragraphs in one section that are counted otherwise. */
export type Relabeling = Place & {
  readonly shape: 'relabeling'
  readonly labels: readonly { readonly before: Span; readonly after: Span }[]
}

/** A whole section, or the whole text if `change` is null. */
export type SectionPiece = Place & {
  readonly shape: 'section'
  readonly change: SectionChange | null
  /** The section in the older text, and its name there. */
  readonly before: Span | null
  readonly older_label: string
  readonly after: Span | null
}

/** What one sentence can say. */
export type Piece = Swap | Rewording | MarkChange | Relabeling | SectionPiece
