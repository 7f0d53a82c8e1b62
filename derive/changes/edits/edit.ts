import type { SectionChange } from '../../diff/version-diff.ts'
import type { Span } from '../words/span.ts'

/** Words of one place that differ. Offsets are of the stored text of their version. */
export type Edit = {
  readonly change: SectionChange
  /** The words that only the older text has there, as law. */
  readonly before: Span | null
  /** The words that only the newer text has there, as law. */
  readonly after: Span | null
  /** Struck words that only the older text shows there, and struck words that only the newer one shows. */
  readonly struck_before: string
  readonly struck_after: string
  /** The lines in which the words stand; null if the edit covers whole lines or the text has no such line. */
  readonly from_line: Span | null
  readonly to_line: Span | null
  /** Whether whole lines are added, removed or replaced. */
  readonly whole_lines: boolean
  /** Whether no kept word stands between the edit before it in the section and this one, but for the label of a line. */
  readonly adjoins: boolean
}
