import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'

/** An entry of an index of Postgres takes 2,700 bytes: fewer characters than that always do. */
const MOST_KEY_CHARACTERS = 600
const SHOWN_CHARACTERS = 100
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/g

/**
 * The key of a message as text that every store takes. One that is no UTF-8, has control characters or is longer than any
 * of ours stands under its beginning and the hash of its bytes: two of them are never taken for one.
 */
export function readKey(bytes: Buffer, start = 0, end = bytes.length): string {
  const text = bytes.toString('utf8', start, end)
  if (isPlain(text) && (!text.includes('\uFFFD') || isUtf8(bytes.subarray(start, end)))) return text
  const beginning = text.slice(0, SHOWN_CHARACTERS).replaceAll(CONTROL, '\uFFFD').toWellFormed()
  return `${beginning}… (${end - start} bytes, sha256 ${hash('sha256', bytes.subarray(start, end))})`
}

/** Whether a key is one that `readKey` leaves as it is. */
export function isPlain(key: string): boolean {
  return key.length <= MOST_KEY_CHARACTERS && key.search(CONTROL) < 0
}
