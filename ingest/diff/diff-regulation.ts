import type { CommentPeriod } from '../../schemas/event-bodies/regulation.ts'
import type { CommentCount, PartsOf } from '../source-interface/observation.ts'
import { isRemoved, isSame, type Stored } from '../state/stored-entities.ts'
import type { Change, Fact } from './change.ts'

export function diffRegulation(
  before: Stored<'regulation'> | null,
  parts: Partial<PartsOf['regulation']>,
): Change<'regulation'> {
  const stored = before === null || isRemoved(before) ? null : before
  const regulation = parts.regulation ?? stored?.regulation
  if (regulation === undefined) return { stored: before, facts: [] }
  const storedPeriod = stored?.comment_period ?? null
  const commentPeriod = withCount(parts.comment_period ?? storedPeriod, parts.comment_count, storedPeriod)

  const facts: Fact[] = []
  if (stored === null) facts.push({ type: 'regulation.published', part: { regulation } })
  else if (!isSame(stored.regulation, regulation))
    facts.push({ type: 'regulation.updated', part: { regulation } })
  if (commentPeriod !== null && hasChanged(storedPeriod, commentPeriod))
    facts.push({ type: 'regulation.comment_period_changed', part: { comment_period: commentPeriod } })
  return { stored: { regulation, comment_period: commentPeriod }, facts }
}

const NO_PERIOD: CommentPeriod = { opens_on: null, closes_on: null, comment_url: null }

/** If a later count is the same, it keeps the time at which it was first seen. */
function withCount(
  period: CommentPeriod | null,
  reported: CommentCount | undefined,
  stored: CommentPeriod | null,
): CommentPeriod | null {
  if (reported === undefined) return period
  const { count, as_of } = reported
  const seenAt = stored?.comment_count === count ? (stored.comment_count_as_of ?? as_of) : as_of
  return { ...(period ?? NO_PERIOD), comment_count: count, comment_count_as_of: seenAt }
}

/** At first sight, a comment period without a date or an address is ignored. */
function hasChanged(stored: CommentPeriod | null, now: CommentPeriod): boolean {
  return !isSame(stored ?? NO_PERIOD, now)
}
