import { DateTime } from 'luxon'
import { oneLine } from '../../runtime/mail/one-line.ts'
import { type BillFacts, billsOf, type DigestBill, type TakenChange } from './digest-content.ts'
import type { DigestPage } from './digest-page.ts'
import { stopToken } from './links.ts'
import { renderArticle, renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'
import { counted, headingOf } from './words.ts'

/** More bills than people read; some programs cut mails of 100 kB. */
const MOST_BILLS = 100
const MOST_NAMED = 400

export type DigestTarget = {
  readonly subscription_id: number
  readonly name: string
  readonly account: string
  readonly channel: 'email' | 'feed'
  readonly recipient_id: number
  readonly link_key: Buffer
}

export type WrittenDigest = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly bills: number
  readonly unsubscribe_url: string
}

/** Writes the digest of a day. It has what the account may see, and no link into the account. */
export function writeDigest(
  target: DigestTarget,
  day: string,
  changes: readonly TakenChange[],
  parts: { readonly facts: ReadonlyMap<number, BillFacts>; readonly origin: string },
): WrittenDigest {
  const bills = billsOf(changes, parts.facts)
  const lines = bills.reduce((sum, bill) => sum + bill.lines.length, 0)
  const stop = `${parts.origin}/alerts/stop/${stopToken(target, 'one', target.subscription_id)}`
  const stopAll = `${parts.origin}/alerts/stop/${stopToken(target, 'all', target.subscription_id)}`
  const heading = `${oneLine(target.name)}: ${counted(lines, 'change')} on ${counted(bills.length, 'bill')}`
  const page: DigestPage = {
    heading,
    day: DateTime.fromISO(day, { zone: 'utc', locale: 'en-US' }).toLocaleString(DateTime.DATE_HUGE),
    bills: bills.slice(0, MOST_BILLS),
    more: moreOf(bills),
    footer: {
      reason: `${oneLine(target.account)} sends you this because you confirmed it.`,
      links: [
        { text: 'Stop this digest', url: stop },
        { text: `Stop all digests of ${oneLine(target.account)}`, url: stopAll },
      ],
    },
  }
  return {
    subject: heading,
    text: renderText(target.channel === 'feed' ? withoutLinks(page) : page),
    html: target.channel === 'feed' ? renderArticle(page) : renderHtml(page),
    bills: bills.length,
    unsubscribe_url: stop,
  }
}

const withoutLinks = (page: DigestPage): DigestPage => ({
  ...page,
  footer: { reason: 'A feed of legislog', links: [] },
})

function moreOf(bills: readonly DigestBill[]): string | undefined {
  const rest = bills.slice(MOST_BILLS)
  if (rest.length === 0) return undefined
  const named = rest.slice(0, MOST_NAMED).map(headingOf).join('; ')
  const unnamed = rest.length - MOST_NAMED
  return `Also changed: ${named}${unnamed > 0 ? `; and ${counted(unnamed, 'more bill')}` : ''}.`
}
