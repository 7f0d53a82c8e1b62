import type { Deriver } from '../../../derive/methods/deriver.ts'
import { summaryMethod } from '../../../derive/methods/summary-method.ts'
import {
  type BillSource,
  type BillSourceRow,
  billSource,
  currentTextOf,
} from '../../../derive/summary/bill-source.ts'
import { summarize } from '../../../derive/summary/summarize.ts'
import type { Summary } from '../../../derive/summary/summary.ts'
import { type SummaryMeta, summaryRow } from '../../../derive/summary/summary-row.ts'
import { summarySource } from '../../../derive/summary/summary-source.ts'
import { within } from '../../../runtime/within.ts'
import { joined } from '../../read-schema/json-text.ts'
import { MODEL_DISCLAIMER, modelDerivation, modelItemOf } from './model-derivation.ts'

/** The stored summaries of a bill, and what a summary of its current content derives from. */
export type SummaryColumns = BillSourceRow & {
  readonly summary_source: string | null
  readonly summary_method: string | null
  readonly summary_text: string | null
  /** JSON. */
  readonly summary_meta: string | null
  /** JSON of what a model wrote. */
  readonly model_summary: string | null
}

/** SQL of the columns that `SummaryColumns` adds to those of a bill and its detail. `stored` is its row of `StoredSummaries`. */
export const summaryColumns = (schema: string, bill: string, stored: string): string => `
  ${currentTextOf(schema, bill)} AS current_text, ${stored}.source_sha256 AS summary_source,
  ${stored}.method AS summary_method, ${stored}.text AS summary_text, ${stored}.meta::text AS summary_meta,
  ${modelItemOf(schema, bill, 'summary')} AS model_summary`

const NONE = '{"ai_summary":null,"ai_summary_meta":null}'

/**
 * Gives `ai_summary` and `ai_summary_meta` as JSON, for lists, which read no text: the digest of the source, else what
 * a model wrote about the current text, else what is stored; the title if there is no text. A stored summary of other
 * content does not count.
 */
export const listedSummary = (row: SummaryColumns): string => readySummary(row, billSource(row)) ?? NONE

/** Longest time that the answer for one bill waits for its summary. Its work continues for the next request. */
const PATIENCE_MS = 2_000

/**
 * The same for one bill. What is not stored is derived now. If that fails or takes too long, the bill is shown without a
 * summary: `onFailure` gets the reason.
 */
export async function currentSummary(
  deriver: Deriver,
  row: SummaryColumns,
  onFailure: (error: unknown) => void,
): Promise<string> {
  const source = billSource(row)
  const ready = readySummary(row, source)
  const { facts, text } = source
  if (ready !== undefined || text === null) return ready ?? NONE
  try {
    const deriving = deriver
      .derive('summary', { facts, text })
      .then(({ result }) => derivedSummary(result, source))
    return await within(PATIENCE_MS, deriving, () => NONE)
  } catch (error) {
    onFailure(error)
    return NONE
  }
}

/** What needs no text: the digest of the source, else what a model wrote about the current text, else what is stored. */
function readySummary(row: SummaryColumns, source: BillSource): string | undefined {
  const stored = storedSummary(row, source)
  if (stored !== undefined && row.summary_method === 'official') return stored
  const { facts, text } = source
  if (stored === undefined && (text === null || facts.abstracts.length > 0)) {
    const summary = summarize({ facts, text: null })
    if (text === null || summary.method === 'official') return derivedSummary(summary, source)
  }
  return modelSummary(row, source) ?? stored
}

function modelSummary(row: SummaryColumns, { text, version_id }: BillSource): string | undefined {
  const written = modelDerivation(row.model_summary, text)
  if (written === undefined) return undefined
  const { method_version, model, prompt_version, generated_at, citations } = written
  const meta: SummaryMeta = {
    method: 'model',
    method_version,
    model,
    prompt_version,
    generated_at,
    note: null,
    citations,
    disclaimer: MODEL_DISCLAIMER,
  }
  return summaryJson(written.text, JSON.stringify(meta), version_id)
}

/** undefined if the stored summary is missing, or derives from other content than the current one. */
function storedSummary(row: SummaryColumns, source: BillSource): string | undefined {
  if (row.summary_source === null) return undefined
  if (row.summary_source !== summarySource(source.facts, source.text)) return undefined
  return summaryJson(row.summary_text!, row.summary_meta!, quotedVersion(row.summary_method!, source))
}

function derivedSummary(summary: Summary, source: BillSource): string {
  const { text, meta, method } = summaryRow('', summary, summaryMethod.version)
  return summaryJson(text, JSON.stringify(meta), quotedVersion(method, source))
}

/** Only sentences of a text belong to a version. */
const quotedVersion = (method: string, { version_id }: BillSource): string | null =>
  method === 'extractive' ? version_id : null

/** A bill without any words has no summary. */
function summaryJson(text: string, meta: string, version_id: string | null): string {
  if (text === '') return NONE
  return `{"ai_summary":${JSON.stringify(text)},"ai_summary_meta":${joined(JSON.stringify({ version_id }), meta)}}`
}
