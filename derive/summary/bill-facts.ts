/** The facts of a bill, as the log has them, that summaries and explanations rest on beside its text. */
export type BillFacts = {
  readonly jurisdiction: string
  readonly session: string
  readonly identifier: string
  readonly title: string
  readonly abstracts: readonly { readonly abstract: string; readonly note: string }[]
  readonly subjects: readonly string[]
}
