/** What a run did, in one place or in all. */
export type Tally = {
  /** Records of the source: what it gave, could not read, or had copies of. */
  records: number
  entities: number
  events: number
  unchanged: number
  stale: number
  quarantined: number
  /** Parts of bills that nobody has introduced: they wait. */
  pending: number
  /** New entities that came in such numbers that they are old news (backfill.ts). */
  bulk: number
  /** Files, entries of archives and records from which the source takes nothing; the log names them. */
  passed_over: number
  /** Days and items of lists that cannot be: null or missing, and kept as printed in `extras` of their records. */
  left_out: number
  /** Lines of roll calls that are no voters: `extras.rejected_voters` of each says which and why. */
  rejected_voters: number
  /** Bills and roll calls that contradict themselves: `extras.disputed` of each says in what. */
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

/** Counts for a run as a whole and for each jurisdiction. */
export type Tallies = {
  readonly all: Tally
  readonly by_jurisdiction: Record<string, Tally>
}

export function createTallies(): Tallies {
  return { all: createTally(), by_jurisdiction: {} }
}

/** `jurisdiction` is null where a record could not even be read so far. */
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
