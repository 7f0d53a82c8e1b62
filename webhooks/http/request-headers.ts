import { sign } from '../secrets/signature.ts'

/**
 * The headers of an attempt. The owner's headers come first, so that they cannot replace ours. The signed headers
 * have both of their names with equal values: any Standard Webhooks library reads the second. Names are in lower
 * case.
 */
export function headersOf(
  sending: {
    readonly secrets: readonly Buffer[]
    readonly key: string
    readonly body: Buffer
    readonly headers?: Readonly<Record<string, string>>
    readonly is_test?: boolean
  },
  timestamp_seconds: number,
): Record<string, string> {
  const { secrets, key, body, headers, is_test } = sending
  const signature = sign(secrets, key, timestamp_seconds, body)
  const timestamp = String(timestamp_seconds)
  return {
    ...(headers === undefined ? {} : inLowerCase(headers)),
    'content-type': 'application/json',
    'content-length': String(body.length),
    'user-agent': 'legislog-webhooks/1',
    'accept-encoding': 'identity',
    ...(is_test === true ? { 'x-service-test': 'true' } : {}),
    'x-service-signature': signature,
    'x-service-timestamp': timestamp,
    'x-service-idempotency-key': key,
    'webhook-signature': signature,
    'webhook-timestamp': timestamp,
    'webhook-id': key,
  }
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
