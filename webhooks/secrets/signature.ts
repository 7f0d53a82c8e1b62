import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const PREFIX = 'whsec_'
const VERSION = 'v1,'

/** A secret as customers see it: `whsec_` and base64 of 32 random bytes. */
export function makeSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The key is the decoded text after `whsec_`, never the text itself. 24 to 64 bytes. */
export function decodeSecret(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  const key = Buffer.from(text, 'base64')
  if (key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    throw new RangeError('a webhook secret must be whsec_ followed by base64')
  if (key.length < 24 || key.length > 64)
    throw new RangeError(`a webhook secret must have 24 to 64 bytes, not ${key.length}`)
  return key
}

/** Signs `key.timestamp.body` with each secret, newest first. There are several while a secret is rotated. */
export function sign(
  secrets: readonly Buffer[],
  deliveryKey: string,
  timestamp_seconds: number,
  body: Uint8Array,
): string {
  const head = `${deliveryKey}.${timestamp_seconds}.`
  return secrets
    .map((secret) => VERSION + createHmac('sha256', secret).update(head).update(body).digest('base64'))
    .join(' ')
}

export type SignedHeaders = {
  readonly key: string | undefined
  readonly timestamp: string | undefined
  readonly signature: string | undefined
}

/** Verifies as a receiver does: true if one of the signatures is valid and the time is within the tolerance. */
export function isSignedBy(
  secret: string,
  headers: SignedHeaders,
  body: Uint8Array,
  now: Date,
  tolerance_seconds = 300,
): boolean {
  const { key, timestamp, signature } = headers
  if (key === undefined || timestamp === undefined || signature === undefined) return false
  const seconds = Number(timestamp)
  if (!Number.isSafeInteger(seconds)) return false
  if (Math.abs(now.getTime() / 1000 - seconds) > tolerance_seconds) return false
  const wanted = Buffer.from(sign([decodeSecret(secret)], key, seconds, body))
  return signature.split(' ').some((given) => {
    const candidate = Buffer.from(given)
    return candidate.length === wanted.length && timingSafeEqual(candidate, wanted)
  })
}
