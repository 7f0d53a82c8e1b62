import type { ScorecardPolicies } from '../../schemas/event-bodies/scorecard.ts'
import type { MissedPolicy, ScorecardMark, UnscoredReason } from '../../schemas/vocabulary/scorecards.ts'

/** One thing that a member could do: a roll call, a sponsorship, or a printed act. */
export type ScoredAct = {
  /** Within the scorecard: two acts of one item, such as two roll calls on its bill, have different keys. */
  readonly key: string
  readonly item_id: string
  readonly weight: number
  /** The acts among which the weight of the item is divided: 1, or the roll calls that are averaged. */
  readonly share_of: number
  readonly session: string | null
  /** How the chamber decided, seen from the position of the organization; null: no majority. */
  readonly majority: 'for' | 'against' | null
}

export type ScoredMember<Who> = {
  readonly who: Who
  /** The members that are ranked together: those of one chamber. */
  readonly ranked_with: string
  /** By the key of the act. An act without a mark does not concern the member. */
  readonly marks: ReadonlyMap<string, ScorecardMark>
}

/** What one act is worth for one member. `possible` is 0 if it does not count. */
export type ActPoints = {
  readonly act: ScoredAct
  readonly mark: ScorecardMark
  readonly points: number
  readonly possible: number
}

export type SessionScore = {
  readonly session: string | null
  readonly points: number
  readonly possible: number
  readonly score: number | null
}

export type MemberScore<Who> = {
  readonly who: Who
  readonly points: number | null
  readonly possible: number | null
  readonly score: number | null
  readonly rank: number | null
  readonly reason: UnscoredReason | null
  readonly acts: readonly ActPoints[]
  /** More than one only if the scorecard has several sessions. */
  readonly sessions: readonly SessionScore[]
}

export type Scored<Who> = {
  /** Points of an act of weight 1, so that halves and shares are whole numbers too. */
  readonly points_of_weight: number
  readonly members: readonly MemberScore<Who>[]
}

type Rules = ScorecardPolicies

/**
 * Scores members by the policies of a scorecard. All arithmetic is on whole numbers, except that the last step rounds a
 * fraction. The result of a member depends on the marks of that member alone, except for the rank.
 */
export function scoreMembers<Who>(
  policies: Rules,
  acts: readonly ScoredAct[],
  members: readonly ScoredMember<Who>[],
): Scored<Who> {
  const pointsOfWeight = unitOf(policies, acts)
  const unranked = members.map((member) =>
    scoreMember(policies, { acts, points_of_weight: pointsOfWeight }, member),
  )
  return { points_of_weight: pointsOfWeight, members: ranked(unranked, members) }
}

/** Half points need two points a weight, and shares need as many as all of their numbers divide. */
function unitOf(policies: Rules, acts: readonly ScoredAct[]): number {
  const halves = MISSED.some((mark) => policies[mark] === 'half') ? 2 : 1
  return acts.reduce((unit, { share_of }) => leastMultiple(unit, share_of), 1) * halves
}

const MISSED = ['absent', 'excused', 'abstain', 'present', 'not_voting', 'paired', 'blank'] as const

function leastMultiple(a: number, b: number): number {
  return (a / greatestDivisor(a, b)) * b
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

type Scale = { readonly acts: readonly ScoredAct[]; readonly points_of_weight: number }

function scoreMember<Who>(
  policies: Rules,
  { acts, points_of_weight }: Scale,
  { who, marks }: ScoredMember<Who>,
): MemberScore<Who> {
  const counted = acts.flatMap((act): ActPoints[] => {
    const mark = marks.get(act.key)
    if (mark === undefined) return []
    const possible = (act.weight * points_of_weight) / act.share_of
    return [{ act, mark, ...pointsOf(policies, { mark, majority: act.majority, possible }) }]
  })
  const sessions = [...Map.groupBy(counted, ({ act }) => act.session)].map(([session, some]) => {
    const { points, possible } = sumOf(some)
    return { session, points, possible, score: percent(policies, points, possible) }
  })
  const { points, possible } = sumOf(counted)
  const reason = whyUnscored(policies, counted)
  const score = reason === null ? lifetimeScore(policies, { points, possible }, sessions) : null
  return { who, points, possible, score, rank: null, reason, acts: counted, sessions }
}

function sumOf(acts: readonly ActPoints[]): { readonly points: number; readonly possible: number } {
  return acts.reduce(
    (sum, { points, possible }) => ({ points: sum.points + points, possible: sum.possible + possible }),
    { points: 0, possible: 0 },
  )
}

function whyUnscored(policies: Rules, acts: readonly ActPoints[]): UnscoredReason | null {
  const counted = acts.filter(({ possible }) => possible > 0).length
  if (counted === 0) return 'nothing_counted'
  return counted < policies.min_votes ? 'too_few_votes' : null
}

function pointsOf(
  policies: Rules,
  {
    mark,
    majority,
    possible,
  }: {
    readonly mark: ScorecardMark
    readonly majority: ScoredAct['majority']
    readonly possible: number
  },
): { readonly points: number; readonly possible: number } {
  switch (mark) {
    case 'for':
      return { points: possible, possible }
    case 'against':
    case 'not_sponsored':
      return { points: 0, possible }
    case 'out_of_office':
      return { points: 0, possible: 0 }
    default:
      return missedPoints(policies[mark] as MissedPolicy, majority, possible)
  }
}

/** `as_majority` counts nothing if the chamber was divided equally, or if nobody knows how it was. */
function missedPoints(
  policy: MissedPolicy,
  majority: ScoredAct['majority'],
  possible: number,
): { readonly points: number; readonly possible: number } {
  switch (policy) {
    case 'against':
      return { points: 0, possible }
    case 'half':
      return { points: possible / 2, possible }
    case 'credit':
      return { points: possible, possible }
    case 'as_majority':
      if (majority === null) return { points: 0, possible: 0 }
      return { points: majority === 'for' ? possible : 0, possible }
    default:
      return { points: 0, possible: 0 }
  }
}

/** The mean is taken over the whole percents of the sessions that have one, so that it can be computed by hand. */
function lifetimeScore(
  policies: Rules,
  { points, possible }: { readonly points: number; readonly possible: number },
  sessions: readonly SessionScore[],
): number | null {
  if (policies.lifetime !== 'mean') return percent(policies, points, possible)
  const scores = sessions.flatMap(({ score }) => (score === null ? [] : [score]))
  const sum = scores.reduce((total, score) => total + score, 0)
  return scores.length === 0 ? null : rounded(policies, sum, scores.length)
}

function percent(policies: Rules, points: number, possible: number): number | null {
  return possible === 0 ? null : rounded(policies, 100 * points, possible)
}

/** Rounds `above / below` to a whole number, without a fraction on the way. */
function rounded({ rounding }: Rules, above: number, below: number): number {
  const rest = above % below
  const down = (above - rest) / below
  if (rounding === 'down' || 2 * rest < below) return down
  if (2 * rest > below || rounding !== 'half_even') return down + 1
  return down % 2 === 0 ? down : down + 1
}

/** Members with equal scores share a rank, and the next one counts all before it: 1, 1, 3. */
function ranked<Who>(
  scores: readonly MemberScore<Who>[],
  members: readonly ScoredMember<Who>[],
): MemberScore<Who>[] {
  const groups = Map.groupBy(
    scores.map((one, index) => ({ score: one.score, group: members[index]!.ranked_with })),
    ({ group }) => group,
  )
  const ranks = new Map<string, Map<number, number>>()
  for (const [group, own] of groups) ranks.set(group, ranksOf(own.map(({ score }) => score)))
  return scores.map((one, index) =>
    one.score === null ? one : { ...one, rank: ranks.get(members[index]!.ranked_with)!.get(one.score)! },
  )
}

function ranksOf(scores: readonly (number | null)[]): Map<number, number> {
  const sorted = scores.filter((score) => score !== null).toSorted((a, b) => b - a)
  const ranks = new Map<number, number>()
  for (const [index, score] of sorted.entries()) if (!ranks.has(score)) ranks.set(score, index + 1)
  return ranks
}
