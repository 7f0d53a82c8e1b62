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
const NONE = -1
/** What is another in every message. */
const differs: ReadonlySet<number | undefined> = new Set([ID, RECORDED_TIME, SEQUENCE])

const encoded = names.map((name) => Buffer.from(name))
/** By their length, which nearly always says which it is. */
const byLength = Array.from({ length: 128 }, (_, length) =>
  [...encoded.keys()].filter((name) => encoded[name]!.length === length),
)

/**
 * What `fromHeaders` gives of the headers of one record from their count on, without an object for them. Undefined for
 * whatever is not as the relay writes it: `fromHeaders` then says what is wrong, or that nothing is.
 */
export class EventHeadReader {
  readonly #texts: (string | undefined)[] = names.map(() => undefined)
  readonly #held = names.map(() => new HeldText())
  readonly #schemas = new Map<string, HeldSchema>()

  read(bytes: Buffer, start: number, end: number): EventHead | undefined {
    const texts = this.#texts
    texts.fill(undefined)
    let at = start
    // Counts and lengths are zigzag numbers; ours are below 64 and so one byte.
    const count = bytes[at++]!
    if (count > 127) return undefined
    for (let left = count >> 1; left > 0; left--) {
      const name_length = bytes[at]! >> 1
      const name = bytes[at]! > 127 ? NONE : nameAt(bytes, at + 1, name_length)
      at += 1 + name_length
      const value = bytes[at++]!
      let length = value >> 1
      if (value > 127) {
        const more = bytes[at++]!
        if (more > 127) return undefined
        length = ((value & 127) | (more << 7)) >> 1
      }
      // Odd numbers are negative: no value.
      if (name === NONE || (value & 1) === 1 || texts[name] !== undefined) return undefined
      texts[name] = differs.has(name)
        ? bytes.toString('utf8', at, at + length)
        : this.#held[name]!.read(bytes, at, at + length)
      at += length
    }
    return at === end ? this.#head(texts) : undefined
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
  #schemaOf(dataschema: string | undefined, type: string | undefined): HeldSchema | undefined {
    if (dataschema === undefined || type === undefined) return undefined
    const held = this.#schemas.get(dataschema)
    if (held !== undefined) return held.type === type ? held : undefined
    const parts = /^legislog:([a-z_.]+):v(\d+)$/.exec(dataschema)
    if (parts === null || parts[1] !== type || !isEventType(type)) return undefined
    const schema = { type, version: Number(parts[2]) }
    this.#schemas.set(dataschema, schema)
    return schema
  }
}

type HeldSchema = { readonly type: EventType; readonly version: number }

function nameAt(bytes: Buffer, start: number, length: number): number {
  for (const name of byLength[length]!) {
    const wanted = encoded[name]!
    let same = 0
    while (same < length && bytes[start + same] === wanted[same]) same++
    if (same === length) return name
  }
  return NONE
}

/** What a header said in the message before, which it often says again: then it needs no text of its own. */
class HeldText {
  #bytes: Uint8Array = new Uint8Array(0)
  #text = ''

  read(bytes: Buffer, start: number, end: number): string {
    const held = this.#bytes
    const length = end - start
    let same = length - 1
    if (held.length === length) while (same >= 0 && bytes[start + same] === held[same]) same--
    if (same < 0 && held.length === length) return this.#text
    this.#text = bytes.toString('utf8', start, end)
    this.#bytes = held.length === length ? held : new Uint8Array(length)
    for (let at = 0; at < length; at++) this.#bytes[at] = bytes[start + at]!
    return this.#text
  }
}
