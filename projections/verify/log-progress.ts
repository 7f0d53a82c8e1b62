/** How far work over the whole log has come. Rates are of all of it so far. */
export type LogProgress = {
  readonly partitions_done: number
  readonly partitions: number
  readonly events_done: number
  readonly events: number
  readonly rows: number
  readonly events_per_s: number
}
