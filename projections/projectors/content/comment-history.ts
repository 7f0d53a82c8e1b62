import type { LogEvent } from '../../../schemas/log/event.ts'
import type { CommentPeriodContent } from './regulation-content.ts'

/** A change of the days on which comments are taken. */
type Change = 'opened' | 'extended' | 'shortened' | 'reopened' | 'moved' | 'removed' | 'closed'

type Entry = {
  readonly change: Change
  readonly opens_on: string | null
  readonly closes_on: string | null
  /** Set if comments ended, possibly early. */
  readonly closed_on: string | null
  /** When the source reported it, and when it entered the log. */
  readonly observed_at: string
  readonly recorded_at: string
}
type Days = Pick<Entry, 'opens_on' | 'closes_on'>

/** The history with the days of an event added, as JSON. The same days with another count of comments add nothing. */
export function withDays(
  history: string | null,
  period: CommentPeriodContent,
  event: LogEvent,
): string | null {
  const stated = entriesOf(history)
  const { opens_on, closes_on } = period
  const change = changeOf(stated.at(-1), { opens_on, closes_on })
  return change === null
    ? history
    : withEntry(stated, { change, opens_on, closes_on, closed_on: null, ...timesOf(event) })
}

/** The history with the end of comments added, on the day of its event. */
export function withClose(history: string | null, closedOn: string | null, event: LogEvent): string {
  const stated = entriesOf(history)
  const { opens_on = null, closes_on = null } = stated.at(-1) ?? {}
  return withEntry(stated, { change: 'closed', opens_on, closes_on, closed_on: closedOn, ...timesOf(event) })
}

function changeOf(last: Entry | undefined, now: Days): Change | null {
  const before = last?.closes_on ?? null
  if (now.closes_on === null) return before === null ? null : 'removed'
  if (before === null) return 'opened'
  if (now.closes_on !== before) {
    if (now.closes_on < before) return 'shortened'
    return last!.change === 'closed' ? 'reopened' : 'extended'
  }
  return last!.opens_on === now.opens_on ? null : 'moved'
}

const entriesOf = (history: string | null): readonly Entry[] =>
  history === null ? [] : (JSON.parse(history) as Entry[])

const withEntry = (stated: readonly Entry[], entry: Entry): string => JSON.stringify([...stated, entry])

const timesOf = ({ meta }: LogEvent) => ({ observed_at: meta.time, recorded_at: meta.recorded_at })
