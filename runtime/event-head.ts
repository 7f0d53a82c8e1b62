import { type EventType, isEventType } from '../schemas/catalog.ts'
import type { EventHead } from '../schemas/envelope.ts'

const names = [
  'ce_id',
  'ce_source',
  'ce_type',
  'ce_subject',
  'ce_time',
  'ce_dataschema',
  'ce_sequence',
  'ce_run',
  'ce_backfill',
  'ce_recordedtime',
  'ce_specversion',
] as const
const [ID, SOURCE, TYPE, SUBJECT, TIME, DATASCHEMA, SEQUENCE, RUN, BACKFILL, RECORDED_TIME] = names.keys()

const encoded = names.map((name) => Buffer.from(name))
/** By their length, which nearly always says which it is. */
const byLength = Array.from({ length: 16 }, (_, length) =>
  [...encoded.keys()].filter((name) => encoded[name]!.length === length),
)

/**
 * What `fromHeaders` gives of the headers of one record from their count on, without an object for them. Undefined for
 * whatever is not as the relay writes it: `fromHeaders` then says what is wrong, or that nothing is.
 */
export class EventHeadReader {
  readonly #texts: (string | undefined)[] = names.map(() => undefined)
  readonly #versions = new Map<string, { readonly type: EventType; readonly version: number }>()
  readonly #known = new KnownTexts()
  #at = 0

  read(bytes: Buffer, start: number, end: number): EventHead | undefined {
    const texts = this.#texts
    texts.fill(undefined)
    this.#at = start
    for (let left = this.#number(bytes); left > 0; left--) {
      const name = this.#name(bytes)
      const length = this.#number(bytes)
      if (name < 0 || length < 0 || texts[name] !== undefined) return undefined
      const from = this.#at
      this.#at = from + length
      texts[name] =
        name === ID || name === RECORDED_TIME
          ? bytes.toString('utf8', from, this.#at)
          : this.#known.text(bytes, from, this.#at)
    }
    return this.#at === end ? this.#head(texts) : undefined
  }

  #head(texts: readonly (string | undefined)[]): EventHead | undefined {
    const schema = this.#schemaOf(texts[DATASCHEMA!], texts[TYPE!])
    const sequence = Number(texts[SEQUENCE!])
    const id = texts[ID!]
    const source = texts[SOURCE!]
    const subject = texts[SUBJECT!]
    const time = texts[TIME!]
    const recorded_at = texts[RECORDED_TIME!]
    if (schema === undefined || !Number.isSafeInteger(sequence) || sequence < 1) return undefined
    if (!id || !source || !subject || !time || !recorded_at) return undefined
    const run = texts[RUN!] ?? ''
    const backfill = texts[BACKFILL!] === 'true'
    const { type, version: schema_version } = schema
    return {
      type,
      meta: { id, source, subject, time, schema_version, recorded_at, sequence, run, backfill },
    }
  }

  /** `legislog:bill.action:v2` names the type too: where both agree, one look-up gives both. */
  #schemaOf(dataschema: string | undefined, type: string | undefined) {
    if (dataschema === undefined || type === undefined) return undefined
    const known = this.#versions.get(dataschema)
    if (known !== undefined) return known.type === type ? known : undefined
    const version = /^legislog:([a-z_.]+):v(\d+)$/.exec(dataschema)
    if (version === null || version[1] !== type || !isEventType(type)) return undefined
    const schema = { type, version: Number(version[2]) }
    this.#versions.set(dataschema, schema)
    return schema
  }

  /** -1 for a header that is none of an event's. */
  #name(bytes: Buffer): number {
    const length = this.#number(bytes)
    const from = this.#at
    this.#at = from + length
    for (const name of byLength[length] ?? []) {
      const wanted = encoded[name]!
      let same = 0
      while (same < length && bytes[from + same] === wanted[same]) same++
      if (same === length) return name
    }
    return -1
  }

  /** Signed (zigzag), of up to 31 bits. */
  #number(bytes: Buffer): number {
    let byte = bytes[this.#at++]!
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++]!
      value |= (byte & 127) << shift
    }
    return (value >>> 1) ^ -(value & 1)
  }
}

const PLACES = 256
const ROOM = 128

/** Most headers say what they said in a message before: found by their bytes, they need no text of their own. */
class KnownTexts {
  readonly #bytes = new Uint8Array(PLACES * ROOM)
  readonly #lengths = new Int32Array(PLACES).fill(-1)
  readonly #texts: string[] = Array.from({ length: PLACES }, () => '')

  text(bytes: Buffer, start: number, end: number): string {
    const length = end - start
    if (length > ROOM) return bytes.toString('utf8', start, end)
    let place = length
    for (let at = Math.max(start, end - 6); at < end; at++) place = place * 31 + bytes[at]!
    place %= PLACES
    const from = place * ROOM
    if (this.#lengths[place] === length) {
      let same = 0
      while (same < length && bytes[start + same] === this.#bytes[from + same]) same++
      if (same === length) return this.#texts[place]!
    }
    for (let at = 0; at < length; at++) this.#bytes[from + at] = bytes[start + at]!
    this.#lengths[place] = length
    this.#texts[place] = bytes.toString('utf8', start, end)
    return this.#texts[place]!
  }
}
