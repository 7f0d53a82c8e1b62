import type { TextReference } from '../../text/version-text.ts'
import type { ModelKind } from '../describe/derivation.ts'

/** What the model is to write about a bill: one kind, about its current text. */
export type Work = {
  readonly bill_id: number
  readonly bill_ocd_id: string
  readonly kind: ModelKind
  readonly version_id: string
  readonly text: TextReference
  /** Names text, prompts, model and language: the content of the work. */
  readonly wanted: string
  /** Postponed so often in a row for a reason of its own. */
  readonly failures: number
}

/** The primary key in `derive.model_work`, with the content that it had when it was taken. */
export type WorkKey = Pick<Work, 'bill_id' | 'kind' | 'wanted'>
