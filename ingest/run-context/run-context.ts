import type { Clock } from '../../runtime/clock.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Log } from '../../runtime/log.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import type { PrintedNames } from '../state/printed-names.ts'
import type { Backfill } from './backfill.ts'
import type { ConfirmedRecords } from './confirmed-records.ts'
import type { RunChanges } from './run-changes.ts'
import type { SourceLease } from './source-lease.ts'
import type { Tallies } from './tally.ts'

/** What every batch of a run shares. */
export type RunContext = {
  readonly run_id: string
  readonly source: string
  readonly mapper_version: number
  /** Does all the work and takes it back. */
  readonly dry_run: boolean
  readonly database: Database
  readonly codec: EventCodec
  readonly settings: Settings
  readonly log: Log
  readonly clock: Clock
  /** `fence` comes first in every transaction that writes, so that nothing of a run taken for dead is written late. */
  readonly lease: Pick<SourceLease, 'fence' | 'check'>
  readonly backfill: Backfill
  readonly printed_names: PrintedNames
  readonly tallies: Tallies
  /** What freshness has to be told at the end. */
  readonly changes: RunChanges
  readonly confirmed: ConfirmedRecords
}
