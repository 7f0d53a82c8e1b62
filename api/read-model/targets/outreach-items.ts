import type { Draft, DraftedBill } from '../../../derive/targets/outreach/draft.ts'
import { draftToLegislator } from '../../../derive/targets/outreach/legislator-draft.ts'
import { draftToOrganization } from '../../../derive/targets/outreach/organization-draft.ts'
import type { Contact } from '../referrals/bill-contacts.ts'
import type { FoundTarget } from './find-targets.ts'

type Receiver = {
  readonly kind: 'organization' | 'legislator'
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly email: string | null
  readonly url: string | null
  readonly updated_at: string
}

/** A draft to a target of a bill. */
export function organizationOutreach(bill: DraftedBill, { organization, target, updated_at }: FoundTarget) {
  const { id, ocd_id, name, url } = organization
  const { position, reasons } = target
  const to: Receiver = { kind: 'organization', id, ocd_id, name, email: null, url, updated_at }
  return outreachItem(to, draftToOrganization(bill, { name, url, position, reasons }))
}

/** A draft to a legislator who decides on a bill next. */
export function legislatorOutreach(
  bill: DraftedBill,
  { id, ocd_id, name, title, reasons, contact, updated_at }: Contact,
) {
  const { email, offices, links } = contact
  const url = links.map((link) => link.url).find((address) => address != null) ?? null
  const to: Receiver = { kind: 'legislator', id, ocd_id, name, email, url, updated_at }
  const has_phone = offices.some(({ voice }) => (voice ?? '') !== '')
  return outreachItem(
    to,
    draftToLegislator(bill, { id, name, title, email, has_page: url !== null, has_phone, reasons }),
  )
}

function outreachItem({ kind, id, ocd_id, name, email, url, updated_at }: Receiver, draft: Draft) {
  const { subject, body, facts, channel, legal_note } = draft
  return {
    id,
    ocd_id,
    updated_at,
    to: { kind, id, name, email, url },
    subject,
    body,
    facts,
    channel,
    legal_note,
    review_required: true,
  }
}
