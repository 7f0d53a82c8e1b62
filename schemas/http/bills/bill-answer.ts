import { Type } from 'typebox'
import { Closed, OrNull, Page } from '../fields.ts'
import { ActionItem, BillDetail, BillItem, ReferralItem, SponsorItem } from './bill.ts'
import { BillFacets } from './bill-facets.ts'
import { Interpreted } from './suggestions.ts'
import { IncludedVersionItem } from './version.ts'
import { VoteSummary } from './vote.ts'

/** Members that `include=` adds; otherwise they are missing. */
const included = {
  sponsors: Type.Optional(Type.Array(SponsorItem)),
  actions: Type.Optional(Type.Array(ActionItem)),
  votes: Type.Optional(Type.Array(VoteSummary, { description: "Roll calls, without the members' votes" })),
  versions: Type.Optional(Type.Array(IncludedVersionItem)),
  documents: Type.Optional(Type.Array(IncludedVersionItem)),
  committees: Type.Optional(Type.Array(ReferralItem)),
  cut_short: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Included parts that are incomplete: their own collections have all items',
    }),
  ),
}

/** Fields that only a bill's own answer has; a list has them if `include=details` asks for them. */
const details = Type.Partial(
  Type.Omit(BillDetail, Object.keys(BillItem.properties) as (keyof typeof BillItem.properties)[]),
).properties

export const Passage = Closed(
  {
    part: Type.Enum(['title', 'identifiers', 'subjects', 'abstract', 'text']),
    text: Type.String({ description: 'Plain text: a piece of that part' }),
    matches: Type.Array(Closed({ start: Type.Integer(), end: Type.Integer() }), {
      description: 'Positions of the words: start, and end (exclusive), in Unicode characters',
    }),
  },
  { description: 'The place of the words of q; null if it cannot be shown now' },
)

export const FoundBill = Closed({
  ...BillItem.properties,
  passage: Type.Optional(OrNull(Passage)),
  ...included,
  ...details,
})
export const FoundBillPage = Closed({
  ...Page(FoundBill).properties,
  facets: Type.Optional(OrNull(BillFacets)),
  interpreted: Interpreted,
})

export const BillAnswer = Closed({ ...BillDetail.properties, ...included })
