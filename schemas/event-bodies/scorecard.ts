import { type Static, Type } from 'typebox'
import {
  lifetimeRules,
  missedPolicies,
  printedUnits,
  roundings,
  scorecardItemKinds,
  scorecardMarks,
  scorecardMethods,
  scorecardPositions,
  voteChoices,
} from '../vocabulary/scorecards.ts'
import { chambers } from '../vocabulary/vocabulary.ts'
import { DateOnly, DivisionId, EventBody, Nullable, Word } from './common.ts'

const Missed = Word(missedPolicies, 'What it is worth.')

/** The rules of an organization. docs/scorecards.md explains each. */
export const ScorecardPolicies = Type.Object({
  absent: Missed,
  excused: Missed,
  abstain: Missed,
  present: Missed,
  not_voting: Missed,
  paired: Missed,
  blank: Missed,
  vote_choice: Word(voteChoices, 'Roll calls that count where an item names only a bill.'),
  min_votes: Type.Integer({ description: 'Fewest counted roll calls and acts for which there is a score' }),
  lifetime: Word(lifetimeRules, 'How several sessions become one score.'),
  rounding: Word(roundings, 'Rounding of the score to a whole percent.'),
})
export type ScorecardPolicies = Static<typeof ScorecardPolicies>

/** One act that counts. It names a roll call, or a bill, by id or as printed; `other` names neither. */
export const ScorecardItem = Type.Object({
  id: Type.String({ description: 'Within the scorecard' }),
  kind: Word(scorecardItemKinds, 'Kind of act.'),
  vote_ocd_id: Nullable(Type.String()),
  bill_ocd_id: Nullable(Type.String()),
  session: Nullable(Type.String()),
  bill_identifier: Nullable(Type.String({ description: 'As printed' })),
  roll_call: Nullable(Type.String({ description: 'Number of the roll call, as printed' })),
  chamber: Nullable(Word(chambers, 'Chamber.')),
  date: Nullable(DateOnly),
  position: Word(scorecardPositions, 'What the organization asked for.'),
  weight: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  why: Nullable(Type.String()),
  url: Nullable(Type.String()),
})
export type ScorecardItem = Static<typeof ScorecardItem>

/** A member as the organization printed it. */
export const ScorecardMember = Type.Object({
  name: Type.String({ description: 'As printed' }),
  source_id: Nullable(Type.String({ description: 'An id under which others know the person, too' })),
  chamber: Nullable(Word(chambers, 'Chamber.')),
  party: Nullable(Type.String()),
  district: Nullable(Type.String()),
  state: Nullable(Type.String({ description: 'Of a member of Congress: postal code' })),
  printed: Nullable(Type.String({ description: 'The score as printed' })),
  marks: Nullable(
    Type.Array(Word(scorecardMarks, 'Mark.'), {
      description: 'One for each item, in the order of the items',
    }),
  ),
})
export type ScorecardMember = Static<typeof ScorecardMember>

/** A whole scorecard. Scores are never stored: they are computed from it when they are read. */
export const Scorecard = Type.Object({
  title: Type.String(),
  organization: Type.Object({ name: Type.String(), url: Nullable(Type.String()) }),
  jurisdiction: DivisionId,
  sessions: Type.Array(Type.String(), { description: 'Identifiers of the sessions, oldest first' }),
  method: Word(scorecardMethods, 'Method.'),
  policies: Nullable(ScorecardPolicies),
  printed_unit: Word(printedUnits, 'Unit of the printed scores.'),
  published_on: Nullable(DateOnly),
  url: Nullable(Type.String()),
  items: Type.Array(ScorecardItem),
  members: Type.Array(ScorecardMember),
})
export type Scorecard = Static<typeof Scorecard>

export const ScorecardPublished = EventBody({ scorecard: Scorecard })
export const ScorecardUpdated = EventBody({ scorecard: Scorecard })
export const ScorecardRemoved = EventBody({ reason: Type.String() })
