/** Counts of a run's work, in one place or in all places. */
export type Tally = {
  /** Records of the source that were read, could not be read, or were copies. */
  records: number
  entities: number
  events: number
  unchanged: number
  stale: number
  quarantined: number
  /** Parts of bills that no source has introduced: they wait. */
  pending: number
  /** New entities that count as backfill because of their number (backfill.ts). */
  bulk: number
  /** Files, archive entries and records from which the source takes nothing. The log names them. */
  passed_over: number
  /** Impossible days and list items. They are null or missing, and `extras` of their records has them as printed. */
  left_out: number
  /**
   * Lines of roll calls that do not name a voter: `extras.rejected_voters` of each roll call lists them and says why.
   */
  rejected_voters: number
  /** Bills and roll calls that contradict themselves: `extras.disputed` of each says how. */
  disputed: number
  by_type: Record<string, number>
}

export function createTally(): Tally {
  return {
    records: 0,
    entities: 0,
    events: 0,
    unchanged: 0,
    stale: 0,
    quarantined: 0,
    pending: 0,
    bulk: 0,
    passed_over: 0,
    left_out: 0,
    rejected_voters: 0,
    disputed: 0,
    by_type: {},
  }
}

type Counter = Exclude<keyof Tally, 'by_type'>

/** Counts for the whole run and for each jurisdiction. */
export type Tallies = {
  readonly all: Tally
  readonly by_jurisdiction: Record<string, Tally>
}

export function createTallies(): Tallies {
  return { all: createTally(), by_jurisdiction: {} }
}

/** `jurisdiction` is null if a record could not be read. */
export function count(tallies: Tallies, jurisdiction: string | null, counter: Counter, by = 1): void {
  for (const tally of talliesOf(tallies, jurisdiction)) tally[counter] += by
}

export function countEvent(tallies: Tallies, jurisdiction: string, type: string): void {
  for (const tally of talliesOf(tallies, jurisdiction)) {
    tally.events += 1
    tally.by_type[type] = (tally.by_type[type] ?? 0) + 1
  }
}

function talliesOf(tallies: Tallies, jurisdiction: string | null): Tally[] {
  if (jurisdiction === null) return [tallies.all]
  tallies.by_jurisdiction[jurisdiction] ??= createTally()
  return [tallies.all, tallies.by_jurisdiction[jurisdiction]]
}
