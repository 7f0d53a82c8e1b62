import type { FoldedKey } from './fold-key.ts'

/** Counts of the rows and events that were written. */
export type ShareCounts = {
  readonly events: number
  readonly applied: number
  readonly repeated: number
  readonly parked: number
  readonly rows: number
}

export const noCounts: ShareCounts = { events: 0, applied: 0, repeated: 0, parked: 0, rows: 0 }

/** `times` is -1 for a rollback. */
export function addCounts(counts: ShareCounts, more: ShareCounts, times: 1 | -1 = 1): ShareCounts {
  return {
    events: counts.events + times * more.events,
    applied: counts.applied + times * more.applied,
    repeated: counts.repeated + times * more.repeated,
    parked: counts.parked + times * more.parked,
    rows: counts.rows + times * more.rows,
  }
}

export function countsOf({ applied, repeated, parked, rows }: FoldedKey): ShareCounts {
  return {
    events: applied + repeated + parked.length,
    applied,
    repeated,
    parked: parked.length,
    rows: rows.reduce((total, one) => total + one.rows.length, 0),
  }
}
