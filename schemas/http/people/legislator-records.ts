import { Type } from 'typebox'
import { BillItem, ReferralItem, SponsorItem } from '../bills/bill.ts'
import { MemberVote, VoteSummary } from '../bills/vote.ts'
import { Closed, Page } from '../fields.ts'

const { person: _person, ...sponsorship } = SponsorItem.properties

/** A bill as in its list, and its relation to the legislator. */
export const SponsoredBill = Closed({
  ...BillItem.properties,
  sponsorships: Type.Array(Closed(sponsorship), {
    description: 'Entries of the legislator on the bill, one or more',
  }),
})
export const SponsoredBillPage = Page(SponsoredBill)

const { person: _voter, ...ballot } = MemberVote.properties

/** A roll call, and how the legislator voted. */
export const Ballot = Closed({ ...VoteSummary.properties, vote: Closed(ballot) })
export const BallotPage = Page(Ballot)

/** A bill as in its list, and when it was referred to the committee. */
export const ReferredBill = Closed({
  ...BillItem.properties,
  referrals: ReferralItem.properties.referrals,
})
export const ReferredBillPage = Page(ReferredBill)
