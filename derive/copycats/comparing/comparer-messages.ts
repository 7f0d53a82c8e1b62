import type { ErrorCode } from '../../../schemas/errors.ts'
import type { StoredText } from '../../text/stored-text.ts'
import type { TextReference } from '../../text/version-text.ts'
import type { ComparerWork, WorkName } from './bill-comparer.ts'

/** A failure as plain data. Without a code, it is a fault of our own. */
export type PlainFailure = { readonly code: ErrorCode | null; readonly message: string }

/** To the thread: work, or a text that it asked for. */
export type ToThread =
  | { readonly kind: 'work'; readonly work: WorkName; readonly input: ComparerWork[WorkName]['input'] }
  | { readonly kind: 'text'; readonly stored: StoredText }
  | { readonly kind: 'unreadable'; readonly failure: PlainFailure }

/** From the thread: first that it begins, then each text that it needs, at last its answer. */
export type FromThread =
  | { readonly kind: 'started' }
  | { readonly kind: 'asks'; readonly reference: TextReference }
  | { readonly kind: 'done'; readonly result: ComparerWork[WorkName]['result'] }
  | { readonly kind: 'failed'; readonly failure: PlainFailure }
