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

/** State that all batches of a run share. */
export type RunContext = {
  readonly run_id: string
  readonly source: string
  readonly mapper_version: number
  /** Does all the work and rolls it back. */
  readonly dry_run: boolean
  readonly database: Database
  readonly codec: EventCodec
  readonly settings: Settings
  readonly log: Log
  readonly clock: Clock
  /** Call `fence` first in every transaction that writes, so that a run that was taken for dead writes nothing late. */
  readonly lease: Pick<SourceLease, 'fence' | 'check'>
  readonly backfill: Backfill
  readonly printed_names: PrintedNames
  readonly tallies: Tallies
  /** Changes for freshness at the end of the run. */
  readonly changes: RunChanges
  readonly confirmed: ConfirmedRecords
}
