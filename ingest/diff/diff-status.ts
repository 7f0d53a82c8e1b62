import type { Action, Progress } from '../../schemas/event-bodies/bill.ts'
import { isSame } from '../state/stored-entities.ts'
import type { Fact } from './change.ts'

/**
 * Emits one event per step, each with the whole progress up to it, when a bill is first seen or its progress
 * continued.
 */
function statusSteps(progress: readonly Progress[], fromStep: number): Fact[] {
  return progress.slice(fromStep).map((_, index) => statusFact(progress, fromStep + index))
}

/** Added steps are emitted one by one. Any other difference is one event with the whole progress. */
export function diffStatus(stored: readonly Progress[], now: readonly Progress[]): Fact[] {
  if (now.length === 0 || isSame(stored, now)) return []
  if (now.length > stored.length && isSame(stored, now.slice(0, stored.length)))
    return statusSteps(now, stored.length)
  const last = now.at(-1)!
  const part = { from: stored.at(-1)?.status ?? null, ...toOf(last), progress: [...now] }
  return [{ type: 'bill.status_changed', part }]
}

/** Puts each status step right after the action that caused it. */
export function actionFacts(actions: readonly Action[], progress: readonly Progress[]): Fact[] {
  const facts: Fact[] = []
  let step = 0
  const stepFactsOf = (actionId: string | null) => {
    while (step < progress.length && progress[step]!.action_id === actionId)
      facts.push(statusFact(progress, step++))
  }
  stepFactsOf(null)
  for (const action of actions) {
    facts.push({ type: 'bill.action', part: { action } })
    stepFactsOf(action.id)
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
