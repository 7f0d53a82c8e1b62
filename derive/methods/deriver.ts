import type { DiffStats } from '../diff/version-diff.ts'
import type { BillFacts } from '../summary/bill-facts.ts'
import type { TextReference } from '../text/version-text.ts'
import type { Kind, Kinds } from './method.ts'

/** The input of a kind, with the names of stored texts in place of the texts. */
export type References = {
  readonly sections: { readonly text: TextReference }
  readonly diff: { readonly from: TextReference; readonly to: TextReference }
  readonly changes: { readonly from: TextReference; readonly to: TextReference }
  readonly summary: { readonly facts: BillFacts; readonly text: TextReference | null }
  readonly explanation: { readonly facts: BillFacts; readonly text: TextReference | null }
}

export type Derived<K extends Kind> = {
  readonly result: Kinds[K]['result']
  readonly method_version: number
}

/** Gives results that are derived from content: from the cache, or computed now. */
export type Deriver = {
  /**
   * Throws `object_missing` if the object store lacks a text, `text_too_large` if it is over 64 MB, `derive_timeout` if
   * the work takes too long, and `derive_busy` if too much work waits. The API answers them as problems.
   */
  derive<K extends Kind>(kind: K, references: References[K]): Promise<Derived<K>>
  /** Only what is already computed. It reads no text and computes nothing. */
  known<K extends Kind>(
    kind: K,
    references: readonly References[K][],
  ): Promise<readonly (Derived<K> | undefined)[]>
  /** Like `known` for diffs, but reads only their counts: a list of versions shows no more. */
  knownStats(references: readonly References['diff'][]): Promise<readonly (DiffStats | undefined)[]>
  close(): Promise<void>
}
