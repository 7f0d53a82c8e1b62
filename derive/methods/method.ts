import type { ChangeSummary } from '../changes/change-summary.ts'
import type { VersionDiff } from '../diff/version-diff.ts'
import type { Explanation } from '../explanation/explanation.ts'
import type { SectionTree } from '../sections/section-tree.ts'
import type { BillFacts } from '../summary/bill-facts.ts'
import type { Summary } from '../summary/summary.ts'
import type { VersionText } from '../text/version-text.ts'

type Pair = { readonly from: VersionText; readonly to: VersionText }
type Described = { readonly facts: BillFacts; readonly text: VersionText | null }

/** What each kind of result is derived from, and what it is. */
export type Kinds = {
  readonly sections: { readonly input: { readonly text: VersionText }; readonly result: SectionTree }
  readonly diff: { readonly input: Pair; readonly result: VersionDiff }
  readonly changes: { readonly input: Pair; readonly result: ChangeSummary }
  readonly summary: { readonly input: Described; readonly result: Summary }
  readonly explanation: { readonly input: Described; readonly result: Explanation }
}
export type Kind = keyof Kinds

/** One way to derive one kind of result. It is pure: the same input gives the same bytes, on any machine. */
export type Method<K extends Kind> = {
  readonly kind: K
  /** Raised with every change of the result for some input. */
  readonly version: number
  derive(input: Kinds[K]['input']): Kinds[K]['result']
}
