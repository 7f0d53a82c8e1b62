import { DAY_MS } from '../durations.ts'
import type { Database } from '../postgres/postgres.ts'

/** The events of a source in one week, which begins on a Monday, UTC. */
export type WeekVolume = {
  readonly source: string
  /** YYYY-MM-DD */
  readonly week: string
  /** Successful runs: without one, an empty week means nothing. */
  readonly runs: number
  /** Events of new and changed entities. First loads do not count. */
  readonly events: number
}

/** The number of events of a source, compared with its usual number. */
export type SourceVolume = {
  readonly source: string
  /** Events of this week so far, and of the last whole week. Null: the source was not read in that week. */
  readonly this_week: number
  readonly last_week: number | null
  /** The median of up to eight weeks before; null if fewer than four are known. */
  readonly usual: number | null
  /** Whole weeks in a row, up to the last one, with less than a quarter of the usual number before them. */
  readonly quiet_weeks: number
}

const USUAL_WEEKS = 8
const MIN_WEEKS = 4
const MAX_QUIET_WEEKS = 26
const QUIET_SHARE = 1 / 4
/** If a source usually has fewer events than this in a week, a quiet week means nothing. */
const MIN_USUAL = 8

/** The Monday on which the week of a time begins, UTC. */
export function weekOf(time: Date): string {
  const daysSinceMonday = (time.getUTCDay() + 6) % 7
  return new Date(time.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** The volume of one source by its weeks. A week without a run is not quiet: the source is late, which is reported elsewhere. */
export function volumeOf(source: string, weeks: readonly WeekVolume[], now: Date): SourceVolume {
  const current = weekOf(now)
  const whole = weeks
    .filter(({ week, runs }) => week < current && runs > 0)
    .toSorted((a, b) => (a.week < b.week ? 1 : -1))
    .map(({ events }) => events)
  const quiet_weeks = quietWeeks(whole)
  return {
    source,
    this_week: weeks.find(({ week }) => week === current)?.events ?? 0,
    last_week: whole[0] ?? null,
    usual: usualAfter(whole, Math.max(1, quiet_weeks)),
    quiet_weeks,
  }
}

/**
 * Counts back from the newest week. A long silence is compared with the weeks before it, so that it does not become
 * usual.
 */
function quietWeeks(whole: readonly number[]): number {
  let quiet = 0
  for (let weeks = 1; weeks <= MAX_QUIET_WEEKS; weeks++) {
    const usual = usualAfter(whole, weeks)
    if (usual === null) break
    const areQuiet = whole.slice(0, weeks).every((events) => events < usual * QUIET_SHARE)
    if (usual >= MIN_USUAL && areQuiet) quiet = weeks
  }
  return quiet
}

function usualAfter(whole: readonly number[], weeks: number): number | null {
  const before = whole.slice(weeks, weeks + USUAL_WEEKS).toSorted((a, b) => a - b)
  if (before.length < MIN_WEEKS) return null
  const middle = (before.length - 1) / 2
  return (before[Math.floor(middle)]! + before[Math.ceil(middle)]!) / 2
}

/** The volume of every source that has finished a run. */
export async function readVolumes(database: Database, now: Date): Promise<SourceVolume[]> {
  const { rows } = await database.query<WeekVolume>(
    `SELECT source, to_char(week, 'YYYY-MM-DD') AS week, runs, events FROM control.source_week
     WHERE week > $1::date - 7 * $2::int ORDER BY source, week`,
    [weekOf(now), MAX_QUIET_WEEKS + USUAL_WEEKS + 1],
  )
  return [...Map.groupBy(rows, ({ source }) => source)].map(([source, weeks]) => volumeOf(source, weeks, now))
}
