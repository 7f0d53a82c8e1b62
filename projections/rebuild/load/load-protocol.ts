import type { Settings } from '../../../runtime/settings/settings.ts'
import type { ErrorCode } from '../../../schemas/errors.ts'
import type { Span } from '../../read-schemas/positions.ts'
import type { ShareCounts } from '../fold/share-counts.ts'
import type { PartitionTimes } from './load-partition.ts'

/** What a worker is made with. */
export type WorkerOptions = {
  readonly settings: Settings
  readonly read_schema: string
  readonly budget_bytes: number
}

export type ToWorker =
  | { readonly kind: 'load'; readonly spans: readonly Span[] }
  /** Ends it: what it is at is rolled back. */
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
  /** A partition is tried again: what was counted of it does not count. */
  | { readonly kind: 'again'; readonly reason: string; readonly counts: ShareCounts }
  | { readonly kind: 'done'; readonly times: PartitionTimes }
  | {
      readonly kind: 'failed'
      readonly code: ErrorCode | null
      readonly message: string
      readonly stack: string
    }
