import type { IncomingHttpHeaders } from 'node:http'

/** The part of an unsuccessful answer that the delivery log keeps. */
export type StoredResponseHeaders = Readonly<Record<string, string>>

const MAX_STORED_HEADERS = 32
const MAX_STORED_BYTES = 4 * 1024

/** Keeps no cookies, at most 32 names and 4 KiB. */
export function storedResponseHeaders(headers: IncomingHttpHeaders): StoredResponseHeaders {
  const stored: Record<string, string> = {}
  let left = MAX_STORED_BYTES
  for (const [name, value] of Object.entries(headers).slice(0, MAX_STORED_HEADERS)) {
    if (value === undefined || name === 'set-cookie') continue
    const text = printable(Buffer.from(String(value), 'latin1'))
    left -= name.length + Buffer.byteLength(text)
    if (left < 0) break
    stored[name] = text
  }
  return stored
}

/** The control characters of ASCII, except tab and line ends. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r\u0080-\u009f]/gu

/** Makes text that Postgres accepts: replaces invalid UTF-8 and control characters. */
export function printable(bytes: Buffer): string {
  return bytes.toString('utf8').replace(CONTROL_CHARACTERS, '\ufffd')
}
