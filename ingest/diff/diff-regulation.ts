import type { CommentPeriod } from '../../schemas/event/regulation.ts'
import type { CommentCount, PartsOf } from '../observation.ts'
import { type Change, type Fact, type Held, isRemoved, isSame } from '../observe/held.ts'

export function diffRegulation(
  before: Held<'regulation'> | null,
  parts: Partial<PartsOf['regulation']>,
): Change<'regulation'> {
  const held = before === null || isRemoved(before) ? null : before
  const regulation = parts.regulation ?? held?.regulation
  if (regulation === undefined) return { held: before, facts: [] }
  const held_period = held?.comment_period ?? null
  const comment_period = withCount(parts.comment_period ?? held_period, parts.comment_count, held_period)

  const facts: Fact[] = []
  if (held === null) facts.push({ type: 'regulation.published', part: { regulation } })
  else if (!isSame(held.regulation, regulation))
    facts.push({ type: 'regulation.updated', part: { regulation } })
  if (comment_period !== null && hasChanged(held_period, comment_period))
    facts.push({ type: 'regulation.comment_period_changed', part: { comment_period } })
  return { held: { regulation, comment_period }, facts }
}

const NO_PERIOD: CommentPeriod = { opens_on: null, closes_on: null, comment_url: null }

/** A count that is asked for again and is the same keeps the time at which it was first seen. */
function withCount(
  period: CommentPeriod | null,
  told: CommentCount | undefined,
  held: CommentPeriod | null,
): CommentPeriod | null {
  if (told === undefined) return period
  const { count, as_of } = told
  const seen_at = held?.comment_count === count ? (held.comment_count_as_of ?? as_of) : as_of
  return { ...(period ?? NO_PERIOD), comment_count: count, comment_count_as_of: seen_at }
}

/** At first sight a comment period without a date or an address is none. */
function hasChanged(held: CommentPeriod | null, now: CommentPeriod): boolean {
  return !isSame(held ?? NO_PERIOD, now)
}
