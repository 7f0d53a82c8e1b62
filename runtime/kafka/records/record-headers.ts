import type { LogRecord } from './log-record.ts'

type Headers = LogRecord['headers']

/** Without a prototype, so that a header may be called `constructor` or `__proto__`; faster than Object.create(null). */
class NoHeaders {
  readonly [name: string]: undefined
}
Object.setPrototypeOf(NoHeaders.prototype, null)
Reflect.deleteProperty(NoHeaders.prototype, 'constructor')

/**
 * The last texts by their position in a record: names and most values repeat those of the record before. Comparing is
 * much cheaper than making a new string.
 */
const recentTexts: string[] = Array.from({ length: 64 }, () => '')
const MAX_CACHED_LENGTH = 64

/** Reads headers, starting at their count: ASCII as text, anything else as bytes. A repeated header is a list. */
export function readHeaders(bytes: Buffer, start: number): Headers {
  const headers: Headers = new NoHeaders()
  let at = start
  const number = (): number => {
    let byte = bytes[at++]!
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      value |= (byte & 127) << shift
    }
    return (value >>> 1) ^ -(value & 1)
  }
  const text = (place: number): Buffer | string | undefined => {
    const length = number()
    if (length < 0) return undefined
    const from = at
    at += length
    const before = recentTexts[place]
    if (before !== undefined && before.length === length && isText(bytes, from, before)) return before
    for (let index = from; index < at; index++) if (bytes[index]! > 127) return bytes.subarray(from, at)
    const made = bytes.toString('latin1', from, at)
    if (before !== undefined && length <= MAX_CACHED_LENGTH) recentTexts[place] = made
    return made
  }
  const count = number()
  for (let index = 0; index < count && at < bytes.length; index++) {
    const name = String(text(2 * index) ?? '')
    const header = text(2 * index + 1)
    headers[name] = name in headers ? [headers[name], header].flat() : header
  }
  return headers
}

function isText(bytes: Buffer, from: number, text: string): boolean {
  for (let index = text.length - 1; index >= 0; index--) {
    if (bytes[from + index] !== text.charCodeAt(index)) return false
  }
  return true
}
