import type { SectionKind } from './section-tree.ts'

/** The line at which a piece of a text begins. It goes on to the next start. */
export type SectionStart = {
  readonly line: number
  readonly kind: SectionKind
  readonly number: string | null
  readonly heading: string | null
  readonly path: readonly string[]
}
