import type { LogEvent } from '../../schemas/event.ts'
import { dayIn } from '../fetch/wall-clock.ts'
import { lastDay, TIME_ZONE } from '../schedule/comment-deadlines.ts'

export type Deadline = { readonly closes_on: string; readonly closed_at: string | null }

/** The last day for comments after an event of a regulation; `held` is what is held of it then. As `saveDeadlines` has it. */
export function toldDeadline(before: Deadline | null, event: LogEvent, held: object | null): Deadline | null {
  const at = event.meta.recorded_at
  if (event.type === 'regulation.comment_period_closed') return before && { ...before, closed_at: at }
  const closes_on = held === null ? null : lastDay(held)
  if (closes_on === null) return null
  if (before?.closes_on === closes_on) return before
  const is_over = closes_on < dayIn(new Date(at), TIME_ZONE)
  return { closes_on, closed_at: is_over ? (before === null ? at : before.closed_at) : null }
}
