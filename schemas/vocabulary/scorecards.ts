/** Closed word lists of scorecards. A word is added, never changed. */

/** `computed`: from roll calls, sponsorships or printed marks. `published`: only what the organization printed. */
export const scorecardMethods = ['computed', 'published'] as const
export type ScorecardMethod = (typeof scorecardMethods)[number]

/** `other` is an act that no legislature records, such as a visit: only printed marks count it. */
export const scorecardItemKinds = ['vote', 'sponsorship', 'cosponsorship', 'other'] as const
export type ScorecardItemKind = (typeof scorecardItemKinds)[number]

export const scorecardPositions = ['yes', 'no'] as const
export type ScorecardPosition = (typeof scorecardPositions)[number]

/** The marks for which a scorecard states a policy. */
export const missedMarks = [
  'absent',
  'excused',
  'abstain',
  'present',
  'not_voting',
  'paired',
  'blank',
] as const
export type MissedMark = (typeof missedMarks)[number]

/**
 * What a member did, seen from the position of the organization. `for` and `against` are the votes of the two sides;
 * `blank`: the member was seated, and nothing is known; `not_sponsored`: no point, but no act against the bill either;
 * `out_of_office`: the member was not seated, so it never counts.
 */
export const scorecardMarks = ['for', 'against', ...missedMarks, 'not_sponsored', 'out_of_office'] as const
export type ScorecardMark = (typeof scorecardMarks)[number]

/** What a missed vote is worth. `as_majority`: what the majority of the chamber on that roll call is worth. */
export const missedPolicies = ['against', 'exclude', 'half', 'as_majority', 'credit'] as const
export type MissedPolicy = (typeof missedPolicies)[number]

/** The roll calls that count if an item names only a bill. */
export const voteChoices = ['latest', 'final_passage', 'all', 'average'] as const
export type VoteChoice = (typeof voteChoices)[number]

/** A score over several sessions: from the sum of their points, or the mean of their scores. */
export const lifetimeRules = ['pooled', 'mean'] as const
export type LifetimeRule = (typeof lifetimeRules)[number]

export const roundings = ['half_up', 'half_even', 'down'] as const
export type Rounding = (typeof roundings)[number]

/** The unit of the scores that an organization printed. */
export const printedUnits = ['percent', 'points', 'grade', 'none'] as const
export type PrintedUnit = (typeof printedUnits)[number]

/** Why a member has no score. */
export const unscoredReasons = ['published', 'nothing_counted', 'too_few_votes'] as const
export type UnscoredReason = (typeof unscoredReasons)[number]

/**
 * What counts if a scorecard states nothing. A member who was there and did not take part did not do what was asked. If
 * the record does not say that the member was there, nothing counts.
 */
export const defaultPolicies = {
  absent: 'against',
  excused: 'exclude',
  abstain: 'against',
  present: 'against',
  not_voting: 'against',
  paired: 'exclude',
  blank: 'exclude',
  vote_choice: 'latest',
  min_votes: 1,
  lifetime: 'pooled',
  rounding: 'half_up',
} as const
