import type { Settings } from '../../../runtime/settings/settings.ts'
import type { ErrorCode } from '../../../schemas/errors.ts'
import type { Span } from '../../read-schemas/positions.ts'
import type { ShareCounts } from '../fold/share-counts.ts'
import type { PartitionTimes } from './load-partition.ts'

/** The options of a worker. */
export type WorkerOptions = {
  readonly settings: Settings
  readonly read_schema: string
  readonly budget_bytes: number
}

export type ToWorker =
  | { readonly kind: 'load'; readonly spans: readonly Span[] }
  /** Ends the worker and rolls back its current partition. */
  | { readonly kind: 'end' }

export type Culprit = {
  readonly topic: string
  readonly partition: number
  readonly offset: string
  readonly key: string
  readonly code: string
  readonly error: string
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'counts'; readonly counts: ShareCounts }
  | { readonly kind: 'culprit'; readonly culprit: Culprit }
  /** A partition is retried: its counts are void. */
  | { readonly kind: 'again'; readonly reason: string; readonly counts: ShareCounts }
  | { readonly kind: 'done'; readonly times: PartitionTimes }
  | {
      readonly kind: 'failed'
      readonly code: ErrorCode | null
      readonly message: string
      readonly stack: string
    }
