import { createHmac, timingSafeEqual } from 'node:crypto'
import { messageIdOf } from '../../runtime/mail/message-id.ts'

/** What the link of a mail ends: one subscription, or all of its recipient. */
export type Stop = 'one' | 'all'

type Recipient = { readonly recipient_id: number; readonly link_key: Buffer }

/** The token of a link that ends digests. It works without an account, and shows nothing of one. */
export function stopToken(recipient: Recipient, stop: Stop, subscriptionId: number): string {
  const signed = `${stop}.${recipient.recipient_id}.${subscriptionId}`
  return `${signed}.${signatureOf(signed, recipient.link_key)}`
}

export type StopToken = {
  readonly stop: Stop
  readonly recipient_id: number
  readonly subscription_id: number
  isSignedBy(key: Buffer): boolean
}

/** undefined: it is no token. */
export function readStopToken(token: string): StopToken | undefined {
  const [, stop, recipient, subscription, signature] =
    /^(one|all)\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/u.exec(token) ?? []
  if (stop === undefined || signature === undefined) return undefined
  return {
    stop: stop as Stop,
    recipient_id: Number(recipient),
    subscription_id: Number(subscription),
    isSignedBy: (key) =>
      timingSafeEqual(
        Buffer.from(signature),
        Buffer.from(signatureOf(`${stop}.${recipient}.${subscription}`, key)),
      ),
  }
}

const signatureOf = (text: string, key: Buffer): string =>
  createHmac('sha256', key).update(`alerts ${text}`).digest('base64url')

/** The Message-ID of a digest: the same bytes that go out twice are recognized by it. */
export const digestIdOf = (
  { link_key }: Pick<Recipient, 'link_key'>,
  digest: { readonly subscription_id: number; readonly day: string },
  origin: string,
): string => {
  const text = `alerts ${link_key.toString('hex')} ${digest.subscription_id} ${digest.day}`
  return messageIdOf(text, origin)
}
