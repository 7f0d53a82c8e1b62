import type { Clock } from '../../runtime/clock.ts'
import type { LogSource } from '../../runtime/kafka/log-source/log-source.ts'
import type { ProjectionsOptions } from '../service/start-projections.ts'
import type { JudgedRow } from './compare/swap-decision.ts'
import type { RebuildPhase, RebuildRecord } from './record/rebuild-record.ts'
import type { EmitReleases } from './switch/emit-changed.ts'
import type { ReaderSwitch } from './switch/switch-readers.ts'

type RebuildProgress = {
  readonly phase: RebuildPhase
  readonly read_schema: string
  readonly detail: string
  readonly is_done?: boolean
}

export type RebuildOptions = Omit<ProjectionsOptions, 'read_schema' | 'must_exist'> & {
  /** Builds the state at a past time, RFC 3339 in UTC with six digits. It is never swapped. */
  readonly until_at?: string
  /** false: it waits beside the live one. */
  readonly swaps: boolean
  /** Allows the swap even if the same code made live rows that the log does not support. */
  readonly accept_differences: boolean
  /** Abandons an unfinished rebuild instead of continuing it. */
  readonly restarts: boolean
  readonly announce: EmitReleases
  readonly onProgress: (progress: RebuildProgress) => void
  /** Called before a phase begins. */
  readonly onPhase?: (phase: RebuildPhase, read_schema: string) => Promise<void> | void
  readonly signal: AbortSignal
  /** Time that it waits for projectors to update the rebuilt read schema before it does so itself. */
  readonly patience_ms?: number
}

/** The state that the phases share. */
export type RebuildContext = RebuildOptions & {
  readonly clock: Clock
  readonly source: LogSource
  readonly record: RebuildRecord
  report(detail: string, is_done?: boolean): void
}

export type ComparisonReport = {
  /** null: there was none, or it was incomplete, and all rows were compared with the log instead. */
  readonly with: string | null
  readonly is_same_code: boolean
  readonly rows: number
  readonly differing: number
  readonly is_complete: boolean
  /** The first of them. */
  readonly differences: readonly JudgedRow[]
  /** Keys that are parked on one side only, and so were not compared. */
  readonly held_back: readonly string[]
  readonly uncompared_columns: readonly string[]
  readonly is_whole_verified: boolean | null
  readonly refusal: string | null
}

export type RebuildReport = {
  readonly read_schema: string
  readonly code: string
  readonly until_at: string | null
  /** When an earlier run started the rebuild that this one continued. */
  readonly continued_since: string | null
  readonly phases: readonly { readonly phase: RebuildPhase; readonly seconds: number }[]
  /** Loaded and caught up by this run. */
  readonly events: number
  readonly rows: number
  readonly comparison: ComparisonReport | null
  readonly flip: ReaderSwitch | null
  readonly swapped: boolean
  /** The reason why it was not. */
  readonly reason: string | null
}
