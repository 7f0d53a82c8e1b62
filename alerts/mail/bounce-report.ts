import type { SuppressionReason } from './suppressions.ts'

/** What a report that came back by mail says about one of our mails. */
export type BounceReport = { readonly message_id: string; readonly reason: SuppressionReason | 'delayed' }

/**
 * Reads a delivery status notification (RFC 3464) or a complaint (RFC 5965) as a mail server hands it over. It is recognized by
 * the Message-ID of the mail that it has inside, never by an address that anybody could write. undefined: it is neither.
 */
export function readBounceReport(message: string): BounceReport | undefined {
  const text = message.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')
  const reason = reasonOf(text)
  const messageId = originalMessageId(text)
  return reason === undefined || messageId === undefined ? undefined : { message_id: messageId, reason }
}

function reasonOf(text: string): BounceReport['reason'] | undefined {
  if (/^Feedback-Type:\s*(?:abuse|fraud|opt-out)/im.test(text)) return 'complaint'
  const action = /^Action:\s*(\w+)/im.exec(text)?.[1]?.toLowerCase()
  if (action === undefined) return undefined
  const status = /^Status:\s*(\d)\.\d+\.\d+/im.exec(text)?.[1]
  return action === 'failed' && status === '5' ? 'bounce' : 'delayed'
}

/** The report has a Message-ID of its own; that of our mail is in the last part, or named. */
function originalMessageId(text: string): string | undefined {
  const named = /^(?:Original-Message-ID|X-Original-Message-ID):\s*(<[^<>\s]+>)/im.exec(text)?.[1]
  const all = [...text.matchAll(/^Message-ID:\s*(<[^<>\s]+>)/gim)]
  return named ?? (all.length > 1 ? all.at(-1)![1] : undefined)
}
