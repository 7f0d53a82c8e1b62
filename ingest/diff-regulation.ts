import type { CommentPeriod } from '../schemas/event/regulation.ts'
import { type Change, type Fact, type Held, isRemoved, isSame } from './held.ts'
import type { PartsOf } from './observation.ts'

export function diffRegulation(
  before: Held<'regulation'> | null,
  parts: Partial<PartsOf['regulation']>,
): Change<'regulation'> {
  const held = before === null || isRemoved(before) ? null : before
  const regulation = parts.regulation ?? held?.regulation
  if (regulation === undefined) return { held: before, facts: [] }
  const comment_period = parts.comment_period ?? held?.comment_period ?? null

  const facts: Fact[] = []
  if (held === null) facts.push({ type: 'regulation.published', part: { regulation } })
  else if (!isSame(held.regulation, regulation))
    facts.push({ type: 'regulation.updated', part: { regulation } })
  if (comment_period !== null && hasChanged(held?.comment_period ?? null, comment_period))
    facts.push({ type: 'regulation.comment_period_changed', part: { comment_period } })
  return { held: { regulation, comment_period }, facts }
}

/** At first sight a comment period without a date or an address is none. */
function hasChanged(held: CommentPeriod | null, now: CommentPeriod): boolean {
  if (held !== null) return !isSame(held, now)
  return now.opens_on !== null || now.closes_on !== null || now.comment_url !== null
}
