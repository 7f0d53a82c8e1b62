import { Type } from 'typebox'
import { voteOptions } from '../../vocabulary/vocabulary.ts'
import {
  Closed,
  changed,
  DayOrTime,
  DivisionId,
  Extras,
  Id,
  NotedLink,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
} from '../fields.ts'
import { ChamberOrNull, MatchedPerson } from './bill.ts'

const Count = Closed({ option: Type.Enum([...voteOptions]), value: Type.Integer() })
const ReportedCount = Closed({
  option: Type.Enum([...voteOptions]),
  option_text: OrNull(
    Type.String({
      description: 'The original word of the source if it differs, such as the name of a candidate',
    }),
  ),
  value: Type.Integer(),
})

export const MemberVote = Closed({
  option: Type.Enum([...voteOptions]),
  option_text: OrNull(Type.String({ description: 'The original word of the source if it differs' })),
  voter_name: Type.String({ description: 'As printed' }),
  district: TextOrNull,
  party: OrNull(Type.String({ description: 'The party on the day of the vote, as printed' })),
  state: OrNull(Type.String({ description: 'Postal code of the state, for a member of Congress' })),
  note: Text,
  source_id: TextOrNull,
  person: MatchedPerson,
})

/** A roll call in its stored form. */
const item = {
  id: Id,
  ocd_id: OcdId,
  bill: OrNull(
    Closed(
      { id: OrNull(Id), ocd_id: TextOrNull, identifier: TextOrNull },
      {
        description: 'null if the roll call is not about a bill',
      },
    ),
  ),
  jurisdiction: DivisionId,
  session: Text,
  chamber: ChamberOrNull,
  organization: TextOrNull,
  identifier: Text,
  motion_text: Text,
  motion_classification: Type.Array(Text),
  start_date: OrNull(DayOrTime),
  end_date: OrNull(DayOrTime),
  requirement: OrNull(
    Type.String({ description: 'Required majority according to the source: 1/2, 2/3, 3/5' }),
  ),
  vacated: Type.Boolean({ description: 'true if the chamber took the vote back' }),
  result: Text,
  counts: Type.Array(ReportedCount, { description: 'Totals as the source reported them' }),
  roll_counts: Type.Array(Count, { description: "Counted from the members' votes" }),
  counts_match: OrNull(
    Type.Boolean({
      description:
        'null if the source gave no totals or no names; also false if a member is listed under two options',
    }),
  ),
  bill_action: TextOrNull,
  sources: Type.Array(NotedLink),
  extras: Extras,
  ...changed,
}

/** A roll call in a list of many. */
export const VoteSummary = Closed(item)
export const VoteSummaryPage = Page(VoteSummary)

const PartyCount = Closed({
  party: Type.String({ description: 'The text printed with the votes; empty if there is none' }),
  counts: Type.Array(Count),
})

/** A roll call with each member's vote; `person` is matched when it is read. */
export const VoteItem = Closed({
  ...item,
  party_counts: Type.Array(PartyCount, {
    description: "Counted from the members' votes, by party; empty if no party is printed",
  }),
  votes: Type.Array(MemberVote),
})
export const VotePage = Page(VoteItem)
