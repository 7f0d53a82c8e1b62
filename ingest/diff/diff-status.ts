import type { Action, Progress } from '../../schemas/event/bill.ts'
import { type Fact, isSame } from '../observe/held.ts'

/** The steps of a first sight, or of a way that went on: one event a step, each with the whole way up to it. */
export function statusSteps(progress: readonly Progress[], from_step: number): Fact[] {
  return progress.slice(from_step).map((_, index) => statusFact(progress, from_step + index))
}

/** Steps that were added are told one by one; any other difference is one event with the whole way. */
export function diffStatus(held: readonly Progress[], now: readonly Progress[]): Fact[] {
  if (now.length === 0 || isSame(held, now)) return []
  if (now.length > held.length && isSame(held, now.slice(0, held.length)))
    return statusSteps(now, held.length)
  const last = now.at(-1)!
  const part = { from: held.at(-1)?.status ?? null, ...toOf(last), progress: [...now] }
  return [{ type: 'bill.status_changed', part }]
}

/** Each action, and right after the one that caused it each step of the status. */
export function tellActions(actions: readonly Action[], progress: readonly Progress[]): Fact[] {
  const facts: Fact[] = []
  let step = 0
  const tellStepsOf = (action_id: string | null) => {
    while (step < progress.length && progress[step]!.action_id === action_id)
      facts.push(statusFact(progress, step++))
  }
  tellStepsOf(null)
  for (const action of actions) {
    facts.push({ type: 'bill.action', part: { action } })
    tellStepsOf(action.id)
  }
  return [...facts, ...statusSteps(progress, step)]
}

function statusFact(progress: readonly Progress[], step: number): Fact {
  const reached = progress[step]!
  const part = {
    from: progress[step - 1]?.status ?? null,
    ...toOf(reached),
    progress: progress.slice(0, step + 1),
  }
  return { type: 'bill.status_changed', part }
}

function toOf(reached: Progress): {
  to: string
  detail: string | null
  date: string | null
  action_id: string | null
} {
  return {
    to: reached.status,
    detail: reached.detail,
    date: reached.date,
    action_id: reached.action_id,
  }
}
