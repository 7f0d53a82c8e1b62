import type { ReadModel } from '../../read-schema/live-schema.ts'
import { nextChamber } from '../bill/next-chamber.ts'
import { readCommitteeNames } from '../committees/committees.ts'
import { type Contact, contactsOf } from './bill-contacts.ts'
import { currentCommittees } from './bill-location.ts'
import { type ContactedBill, readContacts } from './contact-rows.ts'
import { referralsOf } from './referrals.ts'

/** Gives the legislators to contact about a bill, who have a seat today. */
export async function contactsOfBill(
  model: ReadModel,
  bill: ContactedBill,
  today: string,
): Promise<Contact[]> {
  const chamber = nextChamber(bill)
  const referrals = referralsOf(bill.actions, await readCommitteeNames(model, bill.jurisdiction))
  const holding = currentCommittees(referrals, chamber)
  const rows = await readContacts(
    model,
    {
      jurisdiction: bill.jurisdiction,
      session: bill.session,
      sponsors: bill.sponsors.map(({ name }) => name),
      committees: holding.map(({ committee }) => committee!.id),
      chamber,
    },
    today,
  )
  return contactsOf(rows, {
    chamber: bill.chamber,
    sponsors: bill.sponsors,
    currentCommittees: holding,
    updated_at: bill.owner_updated_at!,
  })
}
