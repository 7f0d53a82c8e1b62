import type { DeriveSummary } from '../../derive/service/derive-report.ts'
import type { GeoSummary } from '../../locate/load/geo-report.ts'
import type { ProjectionStatus } from '../../projections/service/status.ts'

export type Status = {
  readonly caught_up: boolean
  /** The reason if the end of the log is not known; null if Kafka has reported it. */
  readonly kafka_error: string | null
  /** The clock that is well ahead, so that no event is stamped; null if clocks agree. */
  readonly clock_error: string | null
  /** Observations that wait for the relay. */
  readonly outbox: number
  readonly read_schemas: readonly ProjectionStatus[]
  /** Events that the dispatcher has not read; null before it ever ran. */
  readonly webhook_lag_events: number | null
  /** The data of address lookups, and the data that is being loaded; null if their tables are missing. */
  readonly addresses: GeoSummary | null
  /** How far results are derived ahead of requests; null if their tables are missing. */
  readonly derived: DeriveSummary | null
}
