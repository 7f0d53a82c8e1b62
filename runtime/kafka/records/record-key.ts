import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { CONTROL_CHARACTER, MAX_STORED_CHARACTERS } from '../../../schemas/log/event-head.ts'

const SHOWN_CHARACTERS = 100
const CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTER, 'g')

/**
 * The key of a message as text that every store takes. A key that is not UTF-8, has control characters, or is longer
 * than any of ours becomes its beginning and the hash of its bytes, so that two keys are never confused.
 */
export function readKey(bytes: Buffer, start = 0, end = bytes.length): string {
  const text = bytes.toString('utf8', start, end)
  if (isPlain(text) && (!text.includes('\uFFFD') || isUtf8(bytes.subarray(start, end)))) return text
  const beginning = text.slice(0, SHOWN_CHARACTERS).replaceAll(CONTROL_CHARACTERS, '\uFFFD').toWellFormed()
  return `${beginning}… (${end - start} bytes, sha256 ${hash('sha256', bytes.subarray(start, end))})`
}

/** True if every store accepts the key unchanged. */
function isPlain(key: string): boolean {
  return key.length <= MAX_STORED_CHARACTERS && !CONTROL_CHARACTER.test(key)
}
