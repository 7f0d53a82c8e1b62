import { type EventHead, type HeadTexts, headNames, headOf } from '../../schemas/log/event-head.ts'

const NONE = -1
/** These differ in every message. */
const differing = ['ce_id', 'ce_recordedtime', 'ce_sequence'] as const
const differs: ReadonlySet<number> = new Set(differing.map((name) => headNames.indexOf(name)))

const encoded = headNames.map((name) => Buffer.from(name))
/** Header names by length, which is nearly always unique. */
const byLength = Array.from({ length: 128 }, (_, length) =>
  [...encoded.keys()].filter((name) => encoded[name]!.length === length),
)

/**
 * Reads the headers of one record like `fromHeaders`, starting at their count, without building an object for them.
 * Gives undefined if anything differs from what the relay writes; `fromHeaders` then finds the fault, if there is one.
 */
export class EventHeadReader {
  readonly #texts: (string | undefined)[] = headNames.map(() => undefined)
  readonly #held = headNames.map(() => new CachedText())

  read(bytes: Buffer, start: number, end: number): EventHead | undefined {
    const texts = this.#texts
    texts.fill(undefined)
    let at = start
    // Counts and lengths are zigzag numbers. Ours are below 64, so they take one byte.
    const count = bytes[at++]!
    if (count > 127) return undefined
    for (let left = count >> 1; left > 0; left--) {
      const nameLength = bytes[at]! >> 1
      const name = bytes[at]! > 127 ? NONE : nameAt(bytes, at + 1, nameLength)
      at += 1 + nameLength
      const value = bytes[at++]!
      let length = value >> 1
      if (value > 127) {
        const more = bytes[at++]!
        if (more > 127) return undefined
        length = ((value & 127) | (more << 7)) >> 1
      }
      // An odd number is a negative length: the header has no value.
      if (name === NONE || (value & 1) === 1 || texts[name] !== undefined) return undefined
      texts[name] = differs.has(name)
        ? bytes.toString('utf8', at, at + length)
        : this.#held[name]!.read(bytes, at, at + length)
      // Bytes that are not UTF-8 become this character.
      if (texts[name]!.includes('\uFFFD')) return undefined
      at += length
    }
    return at === end ? tryHeadOf(texts) : undefined
  }
}

function tryHeadOf(texts: HeadTexts): EventHead | undefined {
  try {
    return headOf(texts)
  } catch {
    // The caller then reads the whole headers, which names the fault.
    return undefined
  }
}

function nameAt(bytes: Buffer, start: number, length: number): number {
  for (const name of byLength[length]!) {
    const wanted = encoded[name]!
    let same = 0
    while (same < length && bytes[start + same] === wanted[same]) same++
    if (same === length) return name
  }
  return NONE
}

/** The text of each header in the message before. It often repeats, and then needs no new string. */
class CachedText {
  #bytes: Uint8Array = new Uint8Array(0)
  #text = ''

  read(bytes: Buffer, start: number, end: number): string {
    const cached = this.#bytes
    const length = end - start
    let same = length - 1
    if (cached.length === length) while (same >= 0 && bytes[start + same] === cached[same]) same--
    if (same < 0 && cached.length === length) return this.#text
    this.#text = bytes.toString('utf8', start, end)
    this.#bytes = cached.length === length ? cached : new Uint8Array(length)
    for (let at = 0; at < length; at++) this.#bytes[at] = bytes[start + at]!
    return this.#text
  }
}
