import type { CitedLevel } from '../../../derive/model/describe/derivation.ts'
import { LANGUAGE } from '../../../derive/model/prompts/prompt-version.ts'
import type { Citation } from '../../../derive/summary/summary.ts'
import type { TextReference } from '../../../derive/text/version-text.ts'

/** Members of the item of `bill_derivations` that answers show. */
export type ModelDerivation = {
  readonly text: string
  readonly content: { readonly levels?: Readonly<Record<string, CitedLevel>> }
  readonly citations: readonly Citation[]
  readonly method_version: number
  readonly model: string
  readonly prompt_version: number
  readonly text_sha256: string
  readonly generated_at: string
}

/** SQL of what a model says about the row `bill`, as JSON: the item of its derivation of this kind. */
export const modelItemOf = (schema: string, bill: string, kind: 'summary' | 'explanation'): string => `(
  SELECT d.item::text FROM ${schema}.bill_derivations d
  WHERE d.bill_id = ${bill}.id AND d.kind = '${kind}' AND d.language = '${LANGUAGE}' AND NOT d.deleted
  ORDER BY d.id LIMIT 1)`

/** Reads such an item. undefined if there is none, or if the model read another text than the current one. */
export function modelDerivation(
  item: string | null,
  text: TextReference | null,
): ModelDerivation | undefined {
  if (item === null || text === null) return undefined
  const derivation = JSON.parse(item) as ModelDerivation
  return derivation.text_sha256 === text.extracted_sha256 ? derivation : undefined
}

export const MODEL_DISCLAIMER =
  'A model wrote it, and rules checked its words against the text of the bill. Read the text before you rely on it.'
