import type { Mark } from '../text/version-text.ts'

/** Words that both texts have, that only the older has, or that only the newer has. */
export type DiffOp = {
  readonly op: 'keep' | 'delete' | 'insert'
  readonly mark: Mark
  readonly text: string
}

/**
 * `replaced`: the section is rewritten so far that its words are not compared. `moved`: the same words at another place.
 * `renumbered`: the same words under another number. A section that moved and also changed is `changed`, with both numbers.
 */
export type SectionChangeKind =
  | 'unchanged'
  | 'changed'
  | 'replaced'
  | 'added'
  | 'removed'
  | 'moved'
  | 'renumbered'

export type SectionChange = {
  readonly kind: SectionChangeKind
  /** Position in the sections of the older text; null if it is added. */
  readonly from: number | null
  /** Position in the sections of the newer text; null if it is removed. */
  readonly to: number | null
  readonly from_number: string | null
  readonly to_number: string | null
  /** The heading in the newer text, or in the older one if the section is removed. */
  readonly heading: string | null
  /** Whether it stands at another place among the sections that both texts have. */
  readonly is_moved: boolean
  /**
   * One list for each paragraph pair, paragraph added or paragraph removed, in order. Empty if the section is unchanged,
   * moved or renumbered and every line is the same.
   */
  readonly paragraphs: readonly (readonly DiffOp[])[]
  readonly words_added: number
  readonly words_removed: number
}

export type DiffStats = {
  readonly sections_added: number
  readonly sections_removed: number
  readonly sections_changed: number
  readonly sections_moved: number
  readonly words_added: number
  readonly words_removed: number
  /** Share of the words of the older text that the newer one keeps, 0 to 1. */
  readonly kept_share: number
}

export type VersionDiff = {
  readonly identical: boolean
  /** The newer text shares so little with the older one that it is another text. */
  readonly complete_replacement: boolean
  /** A limit of work was reached, so that some section is compared more coarsely. */
  readonly truncated: boolean
  readonly stats: DiffStats
  /** In the order of the newer text. A removed section stands after the section that it followed. */
  readonly sections: readonly SectionChange[]
}
