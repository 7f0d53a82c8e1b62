import { isUtf8 } from 'node:buffer'
import { LegislogError } from '../../schemas/errors.ts'
import { isDeeperThan, opensMoreThan, pathBelow } from './json-depth.ts'

/** Topics take messages of 5 MB. Events stay well below, so that none can stop a relay. */
const MAX_EVENT_BYTES = 4 * 1024 * 1024

/** No event is nested deeper than ten levels. Thousands of levels would overflow the stack of a thread. */
const MAX_EVENT_DEPTH = 100
/** Deeper texts are refused before they are parsed, without the path. */
const DEEPEST_PARSED = 10_000

/**
 * Encodes a body as JSON. Throws `event_invalid` if it is nested too deep or a text cannot be stored, and
 * `event_too_large` over 4 MB.
 */
export function serializeBody(body: object): Buffer {
  refuseDeep(body)
  const text = JSON.stringify(body)
  if (mayHoldUnstorable(text)) refuseUnstorable(body)
  const bytes = Buffer.from(text)
  if (bytes.length > MAX_EVENT_BYTES) {
    throw new LegislogError('event_too_large', `the event has ${bytes.length} bytes, over ${MAX_EVENT_BYTES}`)
  }
  return bytes
}

/**
 * Throws `event_undecodable` if the bytes are no JSON object, and `event_invalid` if it is nested too deep or a text
 * cannot be stored.
 */
export function parseBody(bytes: Buffer, start = 0, end = bytes.length): Record<string, unknown> {
  const text = bytes.toString('utf8', start, end)
  // Bytes that are not UTF-8 become this character. The bytes are examined only if it occurs.
  if (text.includes('\uFFFD') && !isUtf8(bytes.subarray(start, end))) {
    throw new LegislogError('event_undecodable', 'the value is not UTF-8')
  }
  const mayBeDeep = opensMoreThan(MAX_EVENT_DEPTH, text)
  if (mayBeDeep && isDeeperThan(DEEPEST_PARSED, text)) {
    throw new LegislogError('event_invalid', `the value is nested deeper than ${MAX_EVENT_DEPTH} levels`)
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new LegislogError('event_undecodable', `the value is not JSON: ${(error as Error).message}`, {
      cause: error,
    })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LegislogError('event_undecodable', `the value is ${excerpt(body)}, not an object`)
  }
  if (mayBeDeep) refuseDeep(body)
  if (mayHoldUnstorable(text)) refuseUnstorable(body)
  return body as Record<string, unknown>
}

function refuseDeep(body: object): void {
  const path = pathBelow(MAX_EVENT_DEPTH, body)
  if (path === undefined) return
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path
  throw new LegislogError('event_invalid', `${shown} is nested deeper than ${MAX_EVENT_DEPTH} levels`)
}

/** Postgres refuses NUL, and UTF-8 cannot encode half a surrogate pair. Both occur in JSON only as escapes. */
function mayHoldUnstorable(text: string): boolean {
  if (!text.includes('\\u')) return false
  return text.includes('\\u0000') || text.includes('\\ud') || text.includes('\\uD')
}

/** Uses a list instead of recursion, so that any depth can be walked. */
function refuseUnstorable(body: object): void {
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: body }]
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const { path, value } = item
    if (typeof value === 'string') refuseText(path, value)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        refuseText(`${path}/${key} (the name)`, key)
        waiting.push({ path: `${path}/${key}`, value: inner })
      }
    }
  }
}

function refuseText(path: string, text: string): void {
  if (text.includes('\u0000')) {
    throw new LegislogError('event_invalid', `${path} contains a NUL character: ${excerpt(text)}`)
  }
  if (!text.isWellFormed()) {
    throw new LegislogError('event_invalid', `${path} contains half a surrogate pair: ${excerpt(text)}`)
  }
}

/** Makes a value short and printable, for a message. */
export function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 200)) : shallow(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function shallow(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null)
    return `an object with ${Object.keys(value).slice(0, 5).join(', ')}`
  return String(value)
}
