/** The progress of work over the whole log. Rates are averages since the start. */
export type LogProgress = {
  readonly partitions_done: number
  readonly partitions: number
  readonly events_done: number
  readonly events: number
  readonly rows: number
  readonly events_per_s: number
}
