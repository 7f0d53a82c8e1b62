import type { LogEvent } from '../../schemas/log/event.ts'
import { dayIn } from '../dates/wall-clock.ts'
import { lastDay, TIME_ZONE } from '../state/comment-deadlines.ts'

export type Deadline = { readonly closes_on: string; readonly closed_at: string | null }

/** Gives the last day for comments after an event of a regulation, like `saveDeadlines`. */
export function loggedDeadline(
  before: Deadline | null,
  event: LogEvent,
  content: object | null,
): Deadline | null {
  const at = event.meta.recorded_at
  if (event.type === 'regulation.comment_period_closed') return before && { ...before, closed_at: at }
  const closesOn = content === null ? null : lastDay(content)
  if (closesOn === null) return null
  if (before?.closes_on === closesOn) return before
  const isOver = closesOn < dayIn(new Date(at), TIME_ZONE)
  return { closes_on: closesOn, closed_at: isOver ? (before === null ? at : before.closed_at) : null }
}
