import { type Day, dueDay, nextDueAt, type Schedule } from './local-days.ts'

/** The state of a schedule: the newest day that is over, and the time at which it is looked at again. */
export type Turn = { readonly last_day: Day; readonly next_due_at: Date }

/** A new subscription begins with the next hour of its schedule. */
export function firstTurn(schedule: Schedule, now: Date): Turn {
  const lastDay = dueDay(schedule, now)
  return { last_day: lastDay, next_due_at: nextDueAt(schedule, lastDay) }
}

/** Another hour, weekday or zone never opens a day that is over. */
export const changedTurn = (schedule: Schedule, { last_day }: Pick<Turn, 'last_day'>): Turn => ({
  last_day,
  next_due_at: nextDueAt(schedule, last_day),
})

/**
 * The day whose digest is due, with the turn after it; undefined if none is. Days that passed while nothing ran are over
 * with the newest one: its digest has everything.
 */
export function dueTurn(
  schedule: Schedule,
  { last_day }: Pick<Turn, 'last_day'>,
  now: Date,
): { readonly day: Day; readonly after: Turn } | undefined {
  const day = dueDay(schedule, now)
  if (day <= last_day) return undefined
  return { day, after: { last_day: day, next_due_at: nextDueAt(schedule, day) } }
}
