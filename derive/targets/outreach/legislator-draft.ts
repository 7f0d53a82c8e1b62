import { billFacts, billName, SIGNATURE } from './bill-facts.ts'
import type { Channel, Draft, DraftedBill, DraftedLegislator, Fact } from './draft.ts'

const LEGAL_NOTE =
  'This is a draft from public records. Read and correct it before you send it. To ask a legislator to act on a bill may be lobbying that federal or state law wants to have registered or reported. This is no legal advice.'

type Said = { readonly fact: Fact; readonly said: string }

/** Composes a message to a legislator who decides on a bill next. What is asked for, its sender writes. */
export function draftToLegislator(bill: DraftedBill, legislator: DraftedLegislator): Draft {
  const { name, title } = legislator
  const about = billFacts(bill)
  const reasons = legislator.reasons.map((reason) => saidReason(bill, legislator, reason))
  return {
    subject: `About ${billName(bill)}`,
    body: [
      `Dear ${title === null ? name : `${title} ${name}`},`,
      about.map(({ text }) => text).join(' '),
      reasons.map(({ said }) => said).join(' '),
      '[Say here what you ask for, and why.]',
      'Would you tell us how you see this bill, and what you expect to happen next?',
      SIGNATURE,
    ].join('\n\n'),
    facts: [...about, ...reasons.map(({ fact }) => fact)],
    channel: channelOf(legislator),
    legal_note: LEGAL_NOTE,
  }
}

function saidReason(
  { id, identifier }: DraftedBill,
  { name }: DraftedLegislator,
  { reason, role, committee }: DraftedLegislator['reasons'][number],
): Said {
  const source = `/v1/bills/${id}/legislators`
  const said = (you: string, them: string): Said => ({
    said: `You ${you}.`,
    fact: { text: `${name} ${them}.`, source },
  })
  switch (reason) {
    case 'sponsor': {
      const words = `named as a sponsor of ${identifier} (${role})`
      return said(`are ${words}`, `is ${words}`)
    }
    case 'committee_member': {
      const words = `on the committee that has ${identifier}, ${committee?.name ?? ''} (${role})`
      return said(`are ${words}`, `is ${words}`)
    }
    case 'floor_leader': {
      const words = `a leader (${role}) of the chamber that acts on ${identifier} next`
      return said(`are ${words}`, `is ${words}`)
    }
  }
}

function channelOf({ email, has_page, has_phone }: DraftedLegislator): Channel {
  if (email !== null) return 'email'
  if (has_page) return 'web'
  return has_phone ? 'phone' : 'none'
}
