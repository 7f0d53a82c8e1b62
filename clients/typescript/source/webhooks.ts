import { createHmac, timingSafeEqual } from 'node:crypto'
import type { components } from './api-types.ts'

type Bodies = components['schemas']

/** What a delivery says. An endpoint that receives `*` may get event types that are newer than this client. */
export type WebhookEvent =
  | Bodies['BillIntroducedEvent']
  | Bodies['BillActionEvent']
  | Bodies['BillStatusChangedEvent']
  | Bodies['VoteRecordedEvent']
  | Bodies['EndpointWarningEvent']
  | Bodies['EndpointDisabledEvent']

export type VerifiedDelivery = {
  /** It is the same whenever the same delivery comes again: store it, and handle each key once. */
  readonly key: string
  readonly event: WebhookEvent
}

/** Headers of a request of Node, or of the Fetch API. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The request did not come from the service, or not now. Answer it with 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

const TOLERANCE_S = 300
/** Our names, and those of the Standard Webhooks. A delivery has both. */
const NAMES = {
  key: ['x-service-idempotency-key', 'webhook-id'],
  timestamp: ['x-service-timestamp', 'webhook-timestamp'],
  signature: ['x-service-signature', 'webhook-signature'],
} as const

/**
 * Checks the signature and the age of a delivery. `body`: the bytes as they were received, because JSON that was parsed
 * and written again has another signature. While a secret is rotated, give both. It throws a WebhookError.
 */
export function verifyWebhook(options: {
  readonly headers: WebhookHeaders
  readonly body: string | Uint8Array
  readonly secrets: readonly string[]
  readonly tolerance_s?: number
  readonly now?: Date
}): VerifiedDelivery {
  const { headers, body, secrets, tolerance_s = TOLERANCE_S, now = new Date() } = options
  const key = headerOf(headers, NAMES.key)
  const timestamp = headerOf(headers, NAMES.timestamp)
  if (!/^\d+$/.test(timestamp))
    throw new WebhookError(`the timestamp ${JSON.stringify(timestamp)} is not in Unix seconds`)
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > tolerance_s) {
    throw new WebhookError(`the timestamp ${timestamp} is more than ${tolerance_s} s away from now`)
  }
  const given = headerOf(headers, NAMES.signature).split(' ').map(bytesOf)
  const wanted = secrets.map((secret) =>
    createHmac('sha256', keyOf(secret)).update(`${key}.${timestamp}.`).update(body).digest(),
  )
  if (
    !wanted.some((one) => given.some((other) => other.length === one.length && timingSafeEqual(one, other)))
  ) {
    throw new WebhookError('the signature was not made with this secret, or the body was changed')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return { key, event: JSON.parse(text) as WebhookEvent }
}

function headerOf(headers: WebhookHeaders, names: readonly string[]): string {
  for (const name of names) {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value === 'string') return value
  }
  throw new WebhookError(`the header ${names[0]} is missing`)
}

const bytesOf = (signature: string): Buffer => Buffer.from(signature.replace(/^v1,/, ''), 'base64')

function keyOf(secret: string): Buffer {
  if (!secret.startsWith('whsec_')) throw new TypeError('a webhook secret begins with whsec_')
  return Buffer.from(secret.slice('whsec_'.length), 'base64')
}
