import type { WeighedReason } from '../score/evidence.ts'
import { billFacts, billName, quoted, SIGNATURE } from './bill-facts.ts'
import type { Draft, DraftedBill, DraftedOrganization, Fact } from './draft.ts'

const MOST_REASONS = 3

const LEGAL_NOTE =
  'This is a draft from public records. Read and correct it before you send it. The publishers of the records do not vouch for what others make of them. Mail to organizations must follow the rules for commercial mail. Work on a bill with others may have to be reported as lobbying. This is no legal advice.'

/** Composes a message to an organization. It says what public records say, and assumes no position. */
export function draftToOrganization(bill: DraftedBill, organization: DraftedOrganization): Draft {
  const { name, url, position, reasons } = organization
  const about = billFacts(bill)
  const known = reasons.slice(0, MOST_REASONS).map((reason) => reasonFact(bill, organization, reason))
  const asked =
    position === null
      ? `We do not know your position on ${bill.identifier}, and we do not assume one. Would you tell us how you see it?`
      : `Would you tell us more about how you see ${bill.identifier}, and what you plan to do?`
  return {
    subject: `A question about ${billName(bill)}`,
    body: [
      'Hello,',
      about.map(({ text }) => text).join(' '),
      [`I am writing to ${name} because of public records:`, ...known.map(({ text }) => `- ${text}`)].join(
        '\n',
      ),
      asked,
      SIGNATURE,
    ].join('\n\n'),
    facts: [...about, ...known],
    channel: url === null ? 'none' : 'web',
    legal_note: LEGAL_NOTE,
  }
}

const stances = { support: 'it supports', oppose: 'it opposes', neutral: 'it is neutral on' } as const

function reasonFact(
  bill: DraftedBill,
  { name }: DraftedOrganization,
  { kind, basis, about, quote, day, source_url, stance }: WeighedReason,
): Fact {
  const on = day === null ? '' : ` on ${day}`
  const of = day === null ? '' : ` of ${day}`
  const words = quote === null ? '' : `: ${quoted(quote)}`
  const source = source_url ?? `/v1/bills/${bill.id}/targets`
  const isOfThisBill = basis === 'direct_mention'
  const other = isOfThisBill ? bill.identifier : `${about}, a bill like ${bill.identifier}`
  switch (kind) {
    case 'stated_position':
      return stance !== null
        ? { text: `${name} stated${on} that ${stances[stance]} ${bill.identifier}${words}.`, source }
        : { text: `${name} published a statement${on} about ${other}${words}.`, source }
    case 'filing_mention':
      return { text: `A lobbying filing${of} for ${name} names ${other}${words}.`, source }
    case 'issue_code':
      return {
        text: `Public records name ${name} as active on the subject ${quoted(about)}${newest(day)}${words}.`,
        source,
      }
    case 'agency_contact':
      return {
        text: `Lobbying filings for ${name} name ${about} as an agency that was contacted${newest(day)}${words}.`,
        source,
      }
  }
}

const newest = (day: string | null): string => (day === null ? '' : `, the newest of them of ${day}`)
