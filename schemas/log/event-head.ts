import { isUtf8 } from 'node:buffer'
import { LegislogError } from '../errors.ts'
import { isInstant, isStamp } from '../values/instant.ts'
import type { EventMeta } from './event.ts'
import { type EventType, isEventType } from './event-catalog.ts'

/** The headers of a message. */
export type EventHead = { readonly type: EventType; readonly meta: EventMeta }

/** The headers that an event is read from, in the order in which `headOf` takes their texts. */
export const headNames = [
  'ce_specversion',
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
] as const
type HeadName = (typeof headNames)[number]
const place = (name: HeadName): number => headNames.indexOf(name)
const SPECVERSION = place('ce_specversion')
const ID = place('ce_id')
const SOURCE = place('ce_source')
const TYPE = place('ce_type')
const SUBJECT = place('ce_subject')
const TIME = place('ce_time')
const DATASCHEMA = place('ce_dataschema')
const SEQUENCE = place('ce_sequence')
const RUN = place('ce_run')
const BACKFILL = place('ce_backfill')
const RECORDED_TIME = place('ce_recordedtime')

/** Texts in the order of `headNames`; undefined if there is no such header. */
export type HeadTexts = readonly (string | undefined)[]

/** Keys and header texts are indexed, and an index entry of Postgres has at most 2,700 bytes. */
export const MAX_STORED_CHARACTERS = 600
/** No entity has so many events: a higher number is wrong. */
const MAX_SEQUENCE = 1_000_000_000

const SEQUENCE_FORM = /^[1-9]\d{0,9}$/
const DATASCHEMA_FORM = /^legislog:([a-z_.]+):v(0|[1-9]\d{0,5})$/
/**
 * A control character of ASCII: not printable ASCII and not above ASCII. Postgres refuses the first of them,
 * NUL.
 */
export const CONTROL_CHARACTER = /[^ -~\u0080-\uffff]/

/**
 * Reads the headers of a message in the form of a LogRecord. Throws `event_type_unknown` and
 * `event_undecodable`, naming the header and its value.
 */
export function fromHeaders(raw: Readonly<Record<string, unknown>>): EventHead {
  return headOf(headNames.map((name) => textOf(name, raw[name])))
}

/** The one place where the headers of an event are checked. Throws as `fromHeaders` does. */
export function headOf(texts: HeadTexts): EventHead {
  const type = required(texts, TYPE)
  if (!isEventType(type)) {
    throw new LegislogError('event_type_unknown', `no event type is called ${shown(type)}`)
  }
  const specversion = required(texts, SPECVERSION)
  if (specversion !== '1.0') throw refusal(SPECVERSION, specversion, 'not 1.0')
  const sequence = required(texts, SEQUENCE)
  if (!SEQUENCE_FORM.test(sequence) || Number(sequence) > MAX_SEQUENCE) {
    throw refusal(SEQUENCE, sequence, `not a whole number from 1 to ${MAX_SEQUENCE}`)
  }
  const time = required(texts, TIME)
  if (!isInstant(time)) throw refusal(TIME, time, 'not an instant of the calendar in UTC')
  const recordedAt = required(texts, RECORDED_TIME)
  if (!isStamp(recordedAt)) {
    throw refusal(RECORDED_TIME, recordedAt, 'not an instant of the calendar in UTC with six decimals')
  }
  const backfill = texts[BACKFILL]
  if (backfill !== undefined && backfill !== 'true' && backfill !== 'false') {
    throw refusal(BACKFILL, backfill, 'neither true nor false')
  }
  return {
    type,
    meta: {
      id: required(texts, ID),
      source: required(texts, SOURCE),
      subject: required(texts, SUBJECT),
      time,
      schema_version: versionOf(type, required(texts, DATASCHEMA)),
      recorded_at: recordedAt,
      sequence: Number(sequence),
      run: plain(RUN, texts[RUN] ?? ''),
      backfill: backfill === 'true',
    },
  }
}

const versions = new Map<string, { readonly type: string; readonly version: number }>()

/** `legislog:bill.action:v2` names the type too. */
function versionOf(type: EventType, dataschema: string): number {
  let known = versions.get(dataschema)
  if (known === undefined) {
    const parts = DATASCHEMA_FORM.exec(dataschema)
    known = { type: parts?.[1] ?? '', version: Number(parts?.[2]) }
    // Names that are not ours have no limit.
    if (parts !== null && parts[1] === type) versions.set(dataschema, known)
  }
  if (known.type !== type) throw refusal(DATASCHEMA, dataschema, `not legislog:${type}:v and a number`)
  return known.version
}

function required(texts: HeadTexts, name: number): string {
  const text = texts[name]
  if (text === undefined || text === '') {
    throw new LegislogError('event_undecodable', `header ${headNames[name]} is missing`)
  }
  return plain(name, text)
}

function plain(name: number, text: string): string {
  if (text.length > MAX_STORED_CHARACTERS) {
    throw refusal(name, text, `longer than ${MAX_STORED_CHARACTERS} characters (${text.length})`)
  }
  if (CONTROL_CHARACTER.test(text)) throw refusal(name, text, 'a text with control characters')
  return text
}

function refusal(name: number, value: string, what: string): LegislogError {
  return new LegislogError('event_undecodable', `header ${headNames[name]} is ${shown(value)}, ${what}`)
}

/** Makes a value short and printable, for a message. */
function shown(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
}

function textOf(name: HeadName, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (Array.isArray(value)) {
    throw new LegislogError('event_undecodable', `header ${name} is given ${value.length} times`)
  }
  if (!Buffer.isBuffer(value)) return undefined
  if (isUtf8(value)) return value.toString('utf8')
  throw new LegislogError(
    'event_undecodable',
    `header ${name} is not UTF-8: ${value.subarray(0, 40).toString('hex')}`,
  )
}
