import type { Citation, Summary, SummaryMethod } from './summary.ts'

/**
 * The column `meta` of `derive.bill_summary`: members of `ai_summary_meta` in the API. The API adds `version_id`,
 * because a version of the same text may be listed again under another id.
 */
export type SummaryMeta = {
  readonly method: SummaryMethod | 'model'
  readonly method_version: number
  readonly model: string | null
  readonly prompt_version: number | null
  readonly generated_at: string | null
  /** What an official digest is called by its source; null otherwise. */
  readonly note: string | null
  readonly citations: readonly Citation[]
  readonly disclaimer: string
}

/** A row of `derive.bill_summary`, apart from the bill and the time. `text` is what `ai_summary` shows. */
export type SummaryRow = {
  readonly source_sha256: string
  readonly text: string
  readonly meta: SummaryMeta
  readonly method: SummaryMethod
  readonly method_version: number
}

const DISCLAIMERS: { readonly [M in SummaryMethod]: string } = {
  official: 'The digest of the source of the bill, not written by this service.',
  extractive: 'Sentences of the text of the bill, chosen by rules. Read the text before you rely on them.',
  title: 'The title of the bill: there is no digest of it, and no text whose sentences could be shown.',
}

/** `source_sha256` is the `summarySource` of the content that the summary was derived from. */
export function summaryRow(source_sha256: string, summary: Summary, method_version: number): SummaryRow {
  const { text, method, note, citations } = summary
  const generated = { model: null, prompt_version: null, generated_at: null }
  const meta = { method, method_version, ...generated, note, citations, disclaimer: DISCLAIMERS[method] }
  return { source_sha256, text, meta, method, method_version }
}
