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
} from '../../vocabulary/scorecards.ts'
import { ChamberOrNull } from '../bills/bill.ts'
import {
  Closed,
  changed,
  Day,
  DivisionId,
  Id,
  Instant,
  linked,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
} from '../fields.ts'
import { collectionQuery, Jurisdiction, Words } from '../parameters.ts'

const Missed = Type.Enum([...missedPolicies])

/** Every one is stated: none has a default in an answer. */
export const Policies = Closed({
  absent: Missed,
  excused: Missed,
  abstain: Missed,
  present: Missed,
  not_voting: Missed,
  paired: Missed,
  blank: Missed,
  vote_choice: Type.Enum([...voteChoices], {
    description: 'Roll calls that count where an item names only a bill',
  }),
  min_votes: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'With fewer counted acts there is no score',
  }),
  lifetime: Type.Enum([...lifetimeRules], { description: 'How several sessions become one score' }),
  rounding: Type.Enum([...roundings]),
})

export const ScoredItem = Closed({
  id: Type.String({ description: 'Within the scorecard' }),
  kind: Type.Enum([...scorecardItemKinds]),
  vote_ocd_id: OrNull(OcdId),
  bill_ocd_id: OrNull(OcdId),
  session: TextOrNull,
  bill_identifier: OrNull(Type.String({ description: 'As printed' })),
  roll_call: OrNull(Type.String({ description: 'Number of the roll call, as printed' })),
  chamber: ChamberOrNull,
  date: OrNull(Day),
  position: Type.Enum([...scorecardPositions], { description: 'What the organization asked for' }),
  weight: Type.Integer({ minimum: 1 }),
  title: Text,
  why: TextOrNull,
  ...linked,
})

const ScoredMember = Closed({
  name: Text,
  source_id: TextOrNull,
  chamber: ChamberOrNull,
  party: TextOrNull,
  district: TextOrNull,
  state: TextOrNull,
  printed: TextOrNull,
  marks: OrNull(Type.Array(Type.Enum([...scorecardMarks]))),
})

const summary = {
  id: Id,
  ocd_id: OcdId,
  title: Text,
  organization: Closed({
    id: OrNull(Id),
    name: Text,
    ...linked,
  }),
  jurisdiction: DivisionId,
  sessions: Type.Array(Text),
  method: Type.Enum([...scorecardMethods], {
    description: '`computed`: from roll calls, sponsorships or printed marks; `published`: only as printed',
  }),
  printed_unit: Type.Enum([...printedUnits], {
    description: 'Unit of the scores that the organization printed',
  }),
  published_on: OrNull(Day),
  item_count: Type.Integer({ minimum: 0 }),
  member_count: Type.Integer({ minimum: 0, description: 'Members that the organization printed' }),
  ...linked,
}

const own = Type.Optional(
  Closed(
    {
      visibility: Type.Enum(['private', 'public']),
      note: Type.String({ description: 'Never published' }),
      published_at: OrNull(Instant),
      created_at: Instant,
    },
    { description: 'Only of scorecards of the caller, and only with the scope `scorecards`' },
  ),
)

export const ScorecardItem = Closed({ ...summary, ...changed, own })
export const ScorecardPage = Page(ScorecardItem)

export const ScorecardDetail = Closed({
  ...summary,
  policies: OrNull(Policies),
  items: Type.Array(ScoredItem),
  members: Type.Optional(
    Type.Array(ScoredMember, {
      description: 'As the organization printed them; only of scorecards of the caller',
    }),
  ),
  ...changed,
  own,
})

export const ScorecardQuery = collectionQuery({
  own: Type.Optional(
    Type.Boolean({
      description:
        'true: the scorecards of the account, private ones too, without other filters; needs the scope `scorecards`',
    }),
  ),
  jurisdiction: Jurisdiction,
  session: Words('Identifier of a session, as the scorecard has it'),
  organization: Words('Name of the organization, in any case'),
  method: Type.Optional(
    Type.Enum([...scorecardMethods], {
      description: 'Only scorecards that are computed, or only printed ones',
    }),
  ),
})
export type ScorecardQuery = Static<typeof ScorecardQuery>
