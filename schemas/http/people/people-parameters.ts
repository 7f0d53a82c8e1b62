import { type Static, Type } from 'typebox'
import { chambers } from '../../vocabulary/vocabulary.ts'
import { Parts } from '../bills/bill-parameters.ts'
import { collectionQuery, Jurisdiction, Words } from '../parameters.ts'

const Chamber = Type.Optional(Type.Enum([...chambers]))

const legislators = collectionQuery({
  q: Words('Words of the name, or the beginnings of words; other names count too, accents are ignored'),
  name: Words('The same as q'),
  jurisdiction: Jurisdiction,
  chamber: Chamber,
  district: Words('District of the current role'),
  party: Words('Party as written'),
  current: Type.Optional(
    Type.Boolean({ description: 'true: only people with a seat today; false: only people without one' }),
  ),
  committee: Words('id or ocd_id of a committee: its members'),
})

export const LegislatorQuery = Type.Object(
  {
    ...legislators.properties,
    include: Parts(
      ['deleted', 'details'],
      '`deleted` adds removed items, as {id, ocd_id, deleted, updated_at}; `details` adds roles, committees, offices, links and all other fields of the detail',
    ),
  },
  { additionalProperties: false },
)
export type LegislatorQuery = Static<typeof LegislatorQuery>

export const CommitteeQuery = collectionQuery({
  q: Words('Words of the name'),
  jurisdiction: Jurisdiction,
  chamber: Chamber,
  classification: Type.Optional(Type.Enum(['committee', 'subcommittee'])),
  parent: Words('id or ocd_id of a committee: its subcommittees'),
})
export type CommitteeQuery = Static<typeof CommitteeQuery>

const Session = Words("The source's session identifier")

/** Bills that a person sponsors. */
export const SponsoredBillQuery = collectionQuery({
  jurisdiction: Jurisdiction,
  session: Session,
  primary: Type.Optional(Type.Boolean({ description: 'true: a main sponsor; false: another sponsor' })),
})

/** Roll calls in which a person voted. */
export const BallotQuery = collectionQuery({ jurisdiction: Jurisdiction, session: Session })

/** Bills that were referred to a committee. */
export const ReferredBillQuery = collectionQuery({ session: Session })

export const VoteQuery = collectionQuery({
  jurisdiction: Jurisdiction,
  session: Session,
  chamber: Chamber,
  bill: Words('id or ocd_id of a bill'),
  result: Words('pass, fail, or the words of the source'),
})
export type VoteQuery = Static<typeof VoteQuery>
