import { isUtf8 } from 'node:buffer'

/**
 * Decodes the text of a document and ignores its stated encoding, because many say UTF-16 or windows-1252 and are
 * UTF-8. It tries the byte order mark, then UTF-8 if it is valid, then windows-1252, which accepts all bytes.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[1] === 0 && bytes[0] === 0x3c) return new TextDecoder('utf-16le').decode(bytes)
  if (!isUtf8(bytes)) return new TextDecoder('windows-1252').decode(bytes)
  const text = bytes.toString('utf8')
  return withoutMark(text.startsWith(TWICE_ENCODED_MARK) ? encodedOnce(text) : text)
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

/** The UTF-8 mark, read as windows-1252 and encoded again. Everything after it was encoded twice too. */
const TWICE_ENCODED_MARK = 'ï»¿'

function encodedOnce(text: string): string {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0)!
    const byte = code < 256 ? code : byteOf.get(character)
    if (byte === undefined) return text
    bytes.push(byte)
  }
  const once = Buffer.from(bytes)
  return isUtf8(once) ? once.toString('utf8') : text
}

const byteOf = new Map<string, number>(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
)
