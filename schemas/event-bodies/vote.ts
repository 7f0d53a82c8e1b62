import { type Static, Type } from 'typebox'
import { chambers, voteOptions } from '../vocabulary/vocabulary.ts'
import { BillEventBody, DateOrTime, DivisionId, Nullable, Source, Word } from './common.ts'

export const Count = Type.Object({
  option: Word(voteOptions, 'Option.'),
  option_text: Type.Optional(
    Nullable(Type.String({ description: "The source's own word, where it is another: a candidate's name" })),
  ),
  value: Type.Integer(),
})

export const MemberVote = Type.Object({
  option: Word(voteOptions, 'Option.'),
  option_text: Nullable(Type.String({ description: "The source's own word, where it is another" })),
  voter_name: Type.String({ description: 'As printed' }),
  district: Nullable(Type.String()),
  party: Type.Optional(Nullable(Type.String({ description: 'On the day of the vote, as printed' }))),
  state: Type.Optional(Nullable(Type.String({ description: 'Of a member of Congress: postal code' }))),
  note: Type.String(),
  source_id: Nullable(Type.String({ description: "The source's own id of the voter" })),
})
export type MemberVote = Static<typeof MemberVote>

/** A whole roll call with the names as printed. `counts` is what the source reported, never recomputed. */
export const RollCall = Type.Object({
  jurisdiction: DivisionId,
  session: Type.String(),
  chamber: Nullable(Word(chambers, 'Chamber that voted.')),
  organization: Nullable(Type.String({ description: 'Who voted, where it is not a chamber: a committee' })),
  identifier: Type.String({ description: 'As printed; often empty' }),
  motion_text: Type.String(),
  motion_classification: Type.Array(Type.String(), { description: 'Sorted' }),
  start_date: Nullable(DateOrTime),
  end_date: Nullable(DateOrTime),
  requirement: Type.Optional(
    Nullable(Type.String({ description: 'Majority that was needed, as the source says it: 1/2, 2/3, 3/5' })),
  ),
  vacated: Type.Optional(Type.Boolean({ description: 'true where the chamber took the vote back' })),
  result: Type.String({ description: 'pass, fail, or the words of the source; never computed from counts' }),
  counts: Type.Array(Count),
  votes: Type.Array(MemberVote),
  sources: Type.Array(Source),
  dedupe_key: Nullable(Type.String()),
  bill_action: Nullable(Type.String()),
  extras: Type.Record(Type.String(), Type.Unknown()),
})
export type RollCall = Static<typeof RollCall>

/** `bill.id` and `bill.ocd_id` are null for a roll call about no bill. */
export const VoteRecorded = BillEventBody({ vote: RollCall })
export const VoteCorrected = BillEventBody({ vote: RollCall })
export const VoteRemoved = BillEventBody({ reason: Type.String() })
