import { DAY_MS } from '../../../runtime/durations.ts'
import type { Evidence } from './evidence.ts'

const YEAR_DAYS = 365.25
/** After so many years, evidence counts half; after twice as many, a third. Old evidence never counts nothing. */
const HALF_YEARS = 2
/** An undated source counts as one of this age. */
const UNDATED_YEARS = 6
const ENDED = 0.5
/** A position is a public statement; a mention in a filing only says that the bill was discussed. */
const STATED = 1
const MENTIONED = 0.6
/** How fast evidence that is not about this bill loses weight with the number of issues of an organization. */
const BREADTH_SCALE = 3
/** So many activities about an issue count half as much as very many. */
const HALF_ACTIVITIES = 4

/** Activity in another place counts less: its laws are others. */
export const ELSEWHERE = 0.5

export const recencyOf = (day: string | null, asOf: string): number =>
  recencyOfAge(day === null ? null : daysBetween(day, asOf))

/** Days since the day of the source; null if it has none. A day in the future counts as today. */
export function recencyOfAge(days: number | null): number {
  const years = days === null ? UNDATED_YEARS : Math.max(0, days) / YEAR_DAYS
  return HALF_YEARS / (HALF_YEARS + years)
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** An organization that lobbies on everything says little by lobbying on a bill like this one. */
export const breadthFactor = (issues: number): number =>
  1 / (1 + Math.log(Math.max(1, issues)) / BREADTH_SCALE)

/** From 0 to 1: how much an organization does about an issue. Each activity adds less than the one before. */
export const volumeOf = (activities: number): number => activities / (activities + HALF_ACTIVITIES)

/** The part of the weight of an activity that no request changes. */
export const activityFactor = ({
  activities,
  issues,
  is_ended,
}: {
  readonly activities: number
  readonly issues: number
  readonly is_ended: boolean
}): number => volumeOf(activities) * breadthFactor(issues) * (is_ended ? ENDED : 1)

/** The weight of one piece of evidence, above 0 and at most 1. Money is not part of it. */
export function weightOf(evidence: Evidence, asOf: string, issues: number): number {
  const { basis, kind, relevance, is_ended, day } = evidence
  const act = kind === 'filing_mention' ? MENTIONED : STATED
  const isOfThisBill = basis === 'direct_mention'
  const breadth = isOfThisBill ? 1 : breadthFactor(issues)
  const ended = is_ended && !isOfThisBill ? ENDED : 1
  return act * relevance * breadth * ended * recencyOf(day, asOf)
}
