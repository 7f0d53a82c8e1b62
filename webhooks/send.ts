import type { Clock } from '../runtime/clock.ts'
import { type AddressGuard, hostOf } from './address-guard.ts'
import { createConnections } from './connections.ts'
import { type Failure, failureOf, type Outcome, outcomeOf } from './response-class.ts'
import { parseRetryAfter } from './retry-schedule.ts'
import { sign } from './signature.ts'

export type Sending = {
  readonly url: string
  /** Decoded secrets, the newest first. */
  readonly secrets: readonly Buffer[]
  readonly key: string
  readonly body: Buffer
  readonly is_test?: boolean
}

/** What one attempt came to. `status` is null where no answer came. */
export type Attempt = {
  readonly outcome: Outcome
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
  readonly retry_after_ms: number | undefined
  readonly at: Date
  readonly duration_ms: number
}

export type Sender = { send(sending: Sending): Promise<Attempt>; close(): Promise<void> }

/** One deadline over name lookup, connection, TLS, headers and body. */
export const DEADLINE_MS = 15_000
const MOST_RESPONSE_BYTES = 16 * 1024
const KEPT_RESPONSE_BYTES = 1_024
const KEPT_LOCATION_CHARACTERS = 200

/** Makes attempts. `send` never throws: whatever happens is an Attempt. */
export function createSender(options: {
  guard: AddressGuard
  clock: Clock
  deadline_ms?: number
  onSend?: (change: 1 | -1) => void
}): Sender {
  const connections = createConnections(options.guard)
  const deadline_ms = options.deadline_ms ?? DEADLINE_MS

  async function request(sending: Sending, at: Date): Promise<Omit<Attempt, 'at' | 'duration_ms'>> {
    const url = options.guard.checkUrl(sending.url)
    if (url.hostname.endsWith('.')) url.hostname = hostOf(url)
    const { statusCode, headers, body } = await connections.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: headersOf(sending, Math.floor(at.getTime() / 1000)),
      body: sending.body,
      signal: AbortSignal.timeout(deadline_ms),
      // Idle timers only; the signal is the deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const start = await readStart(body)
    const outcome = outcomeOf(statusCode)
    return {
      outcome,
      status: statusCode,
      error: outcome === 'delivered' ? null : wordOf(statusCode, first(headers.location)),
      response: outcome === 'delivered' ? null : printable(start),
      retry_after_ms: parseRetryAfter(first(headers['retry-after']), at),
    }
  }

  return {
    async send(sending) {
      const at = options.clock.now()
      const started = performance.now()
      options.onSend?.(1)
      const result = await request(sending, at).catch(failed)
      options.onSend?.(-1)
      return { ...result, at, duration_ms: Math.round(performance.now() - started) }
    },
    close: () => connections.destroy(),
  }
}

/** The signed headers under both names, with equal values; any Standard Webhooks library reads the second. */
function headersOf(sending: Sending, timestamp: number): Record<string, string> {
  const signature = sign(sending.secrets, sending.key, timestamp, sending.body)
  return {
    'content-type': 'application/json',
    'content-length': String(sending.body.length),
    'user-agent': 'legislog-webhooks/1',
    'accept-encoding': 'identity',
    ...(sending.is_test === true ? { 'x-service-test': 'true' } : {}),
    'x-service-signature': signature,
    'x-service-timestamp': String(timestamp),
    'x-service-idempotency-key': sending.key,
    'webhook-signature': signature,
    'webhook-timestamp': String(timestamp),
    'webhook-id': sending.key,
  }
}

/** Reads at most 16 KiB, as the bytes came: nothing is decompressed. What is longer is cut off with its connection. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_RESPONSE_BYTES) break
  }
  if (bytes >= MOST_RESPONSE_BYTES) body.destroy()
  return Buffer.concat(chunks).subarray(0, KEPT_RESPONSE_BYTES)
}

function failed(error: unknown): Omit<Attempt, 'at' | 'duration_ms'> {
  const { failure, detail } = failureOf(error)
  const text: Failure | `${Failure}: ${string}` = detail === undefined ? failure : `${failure}: ${detail}`
  return { outcome: 'retry', status: null, error: text, response: null, retry_after_ms: undefined }
}

/** A redirect is never followed: its target is named, so that the owner can register it instead. */
function wordOf(status: number, location: string | undefined): string {
  if (status >= 300 && status < 400 && location !== undefined)
    return `redirect to ${printable(Buffer.from(location)).slice(0, KEPT_LOCATION_CHARACTERS)}`
  return `status ${status}`
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** Text that Postgres takes: invalid UTF-8 replaced, control characters gone. */
function printable(bytes: Buffer): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return bytes.toString('utf8').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd')
}
