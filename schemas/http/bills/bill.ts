import { Type } from 'typebox'
import { committeeActivities, recommendations } from '../../vocabulary/committees.ts'
import { actionClasses, billStatuses, chambers, statusDetails } from '../../vocabulary/vocabulary.ts'
import {
  Closed,
  changed,
  Day,
  DayOrTime,
  DivisionId,
  Extras,
  Id,
  Instant,
  linked,
  NotedLink,
  OcdId,
  OrNull,
  Page,
  Text,
  TextOrNull,
} from '../fields.ts'
import { SummaryMeta } from './explanation.ts'

export const ChamberOrNull = OrNull(Type.Enum([...chambers]))
export const StatusOrNull = OrNull(Type.Enum([...billStatuses]))
export const StatusDetailOrNull = OrNull(Type.Enum([...statusDetails]))

const LatestAction = OrNull(Closed({ date: DayOrTime, description: Text }))

const item = {
  id: Id,
  ocd_id: OcdId,
  jurisdiction: DivisionId,
  session: Type.String({ description: "The source's session identifier" }),
  identifier: Type.String({ description: 'As printed' }),
  title: Text,
  chamber: ChamberOrNull,
  classification: Type.Array(Text),
  subjects: Type.Array(Text),
  status: StatusOrNull,
  status_detail: StatusDetailOrNull,
  status_date: OrNull(DayOrTime),
  introduced_on: OrNull({
    ...Day,
    description: 'The day on which the bill first came before its chamber; null while it is only prefiled',
  }),
  prefiled_on: OrNull({
    ...Day,
    description: 'Day on which the bill was filed, if that was before its introduction',
  }),
  ...changed,
}

/** A bill in a list: stored ready, with `latest_action` beside it. */
export const BillItem = Closed({ ...item, latest_action: LatestAction })

export const BillDetail = Closed({
  ...item,
  latest_action: LatestAction,
  abstracts: Type.Array(Closed({ abstract: Text, note: Text })),
  other_titles: Type.Array(Closed({ title: Text, note: Text })),
  other_identifiers: Type.Array(Closed({ identifier: Text, scheme: Text })),
  citations: Type.Array(
    Closed({
      publication: Text,
      citation: Text,
      citation_type: Text,
      effective: TextOrNull,
      expires: TextOrNull,
      ...linked,
    }),
  ),
  sources: Type.Array(NotedLink),
  extras: Extras,
  session_known: Type.Boolean({ description: 'false if no source has listed the session' }),
  progress: Type.Array(
    Closed({
      status: Type.Enum([...billStatuses]),
      detail: StatusDetailOrNull,
      date: OrNull(DayOrTime),
      action_id: TextOrNull,
    }),
    { description: 'The statuses that the bill went through, oldest first' },
  ),
  related_bills: Type.Array(
    Closed({
      id: Text,
      identifier: Text,
      session: Text,
      relation_type: Text,
      updated_at: Instant,
      bill: OrNull(
        Closed(
          { id: Id, ocd_id: OcdId },
          { description: 'The related bill in this service, if it is stored' },
        ),
      ),
    }),
  ),
  first_action_date: OrNull(Day),
  latest_passage_date: OrNull({
    ...Day,
    description:
      'The last day on which a chamber voted to pass it; signatures and votes on a veto do not count',
  }),
  next_chamber: OrNull(
    Type.Enum([...chambers], {
      description: 'The chamber that acts next; null if the executive acts next, or no one does',
    }),
  ),
  ai_summary: OrNull(
    Type.String({
      description:
        'The digest of the source, else what a model wrote, else sentences of the text, else the title; in a list: null until it is stored',
    }),
  ),
  ai_summary_meta: OrNull(SummaryMeta),
  counts: Closed({
    actions: Type.Integer(),
    sponsors: Type.Integer({ description: 'Include withdrawn sponsors' }),
    withdrawn_sponsors: Type.Integer(),
    votes: Type.Integer(),
    versions: Type.Integer(),
    documents: Type.Integer(),
  }),
  links: Closed({
    actions: Text,
    sponsors: Text,
    votes: Text,
    versions: Text,
    committees: Text,
    legislators: Text,
    text: Text,
    explain: Text,
  }),
})

const RelatedEntity = Closed({ name: Text, entity_type: Text })

export const ActionItem = Closed({
  id: Type.String({ description: 'A corrected action keeps its id' }),
  order: Type.Integer({ minimum: 1, description: 'Position in the history of the bill, oldest first' }),
  date: DayOrTime,
  chamber: ChamberOrNull,
  organization: TextOrNull,
  description: Text,
  classification: Type.Array(Type.Enum([...actionClasses])),
  is_passage: Type.Boolean({
    description: 'The action passes the bill in a chamber, whatever class its source gives it',
  }),
  date_is_impossible: Type.Boolean({
    description:
      'The printed date cannot be right: other dates of the bill ignore it, and the action keeps its listed position',
  }),
  related_entities: Type.Array(RelatedEntity),
  updated_at: Instant,
})
export const ActionPage = Page(ActionItem)

/** A person that a printed name was matched to. */
export const MatchedPerson = OrNull(
  Closed({
    id: Id,
    ocd_id: OcdId,
    name: Text,
    party: TextOrNull,
    chamber: ChamberOrNull,
    district: TextOrNull,
  }),
)

export const SponsorItem = Closed({
  id: Text,
  name: Type.String({ description: 'As printed' }),
  entity_type: Text,
  classification: Text,
  primary: Type.Boolean(),
  roles: Type.Array(Text, {
    description: 'Every classification that the listing gives the sponsor; the first is `classification`',
  }),
  chamber: ChamberOrNull,
  district: TextOrNull,
  sponsored_on: OrNull(Day),
  withdrawn_on: OrNull(Day),
  source_id: TextOrNull,
  person: MatchedPerson,
  updated_at: Instant,
})
export const SponsorPage = Page(SponsorItem)

/** A committee that the bill was referred to, with each referral and what it did. */
export const ReferralItem = Closed({
  name: Type.String({ description: 'As printed' }),
  chamber: ChamberOrNull,
  committee: OrNull(Closed({ id: Id, ocd_id: OcdId, name: Text, classification: Text })),
  first_referred_on: Day,
  last_referred_on: Day,
  is_pending: Type.Boolean({
    description:
      'The committee still has the bill: it has not reported, failed, discharged or referred it since',
  }),
  referrals: Type.Array(Closed({ action_id: Text, date: DayOrTime, description: Text })),
  activities: Type.Array(
    Closed({
      activity: Type.Enum([...committeeActivities]),
      recommendation: OrNull(Type.Enum([...recommendations])),
      action_id: Text,
      date: DayOrTime,
      description: Text,
    }),
    { description: 'Actions of the committee on the bill, oldest first, including referrals' },
  ),
  updated_at: Instant,
})
export const ReferralPage = Page(ReferralItem)
