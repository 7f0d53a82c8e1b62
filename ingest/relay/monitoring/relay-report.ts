export type RelayCounters = {
  rows: number
  events: number
  /** Rows that were claimed before and may be in the log twice. */
  resent_rows: number
  send_failures: number
  session_failures: number
  leases: number
}

export type RelayHealth = {
  /** It has its session, and finished a round recently. */
  readonly is_ready: boolean
  readonly leases: number
  readonly ms_since_progress: number
  readonly error: string | undefined
}

export type RelayMonitor = {
  counters(): Readonly<RelayCounters>
  health(): RelayHealth
}
