import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EventHeadReader } from '../../../runtime/events/event-head.ts'
import { encodeBatch } from '../../../runtime/kafka/records/record-batch.ts'
import { readHeaders } from '../../../runtime/kafka/records/record-headers.ts'
import { toHeaders } from '../../../schemas/log/envelope.ts'
import { fromHeaders } from '../../../schemas/log/event-head.ts'
import { goldenLog } from '../../legislature/golden-log.ts'

const reader = new EventHeadReader()

/** The headers of one record in a batch, from their count to the end. */
async function headerBytes(headers: Record<string, string>): Promise<Buffer> {
  const batch = await encodeBatch([{ key: '', value: Buffer.alloc(0), headers: [headers] }])
  const records = gunzipSync(batch.subarray(61))
  const name = Object.keys(headers)[0]!
  return records.subarray(records.indexOf(name) - 2)
}

const good = {
  ...toHeaders('bill.action', goldenLog()[0]!.event.meta),
  ce_recordedtime: '2026-02-01T00:00:00.000001Z',
}

describe('the headers of an event', () => {
  it('are read from bytes as they are from an object', async () => {
    for (const { event } of goldenLog()) {
      const headers = { ...toHeaders(event.type, event.meta), ce_recordedtime: event.meta.recorded_at }
      const bytes = await headerBytes(headers)
      expect(reader.read(bytes, 0, bytes.length)).toEqual({ type: event.type, meta: event.meta })
      expect(fromHeaders(readHeaders(bytes, 0))).toEqual({ type: event.type, meta: event.meta })
    }
  })

  it('can contain text that is not ASCII', async () => {
    const bytes = await headerBytes({ ...good, ce_source: 'scraper/añasco' })
    expect(reader.read(bytes, 0, bytes.length)).toEqual(fromHeaders(readHeaders(bytes, 0)))
  })

  it.each<[string, Record<string, string>]>([
    ['a foreign header', { ...good, traceparent: '00-1' }],
    ['an unknown type', { ...good, ce_type: 'bill.exploded', ce_dataschema: 'legislog:bill.exploded:v1' }],
    ['a type that its schema does not have', { ...good, ce_type: 'bill.updated' }],
    ['no sequence', { ...good, ce_sequence: '' }],
    ['no id', { ...good, ce_id: '' }],
    ['a schema of another form', { ...good, ce_dataschema: 'urn:x:v1' }],
  ])('with %s are left to the slower reader', async (_name, headers) => {
    const bytes = await headerBytes(headers)
    expect(reader.read(bytes, 0, bytes.length)).toBeUndefined()
  })
})

const digits = (count: number) => '9'.repeat(count)
const refused: [string, Record<string, string | Buffer | string[]>, RegExp][] = [
  ...['2026-02-30', '2026-13-01', '2025-02-29', '1900-02-29', '2026-00-10', '2026-04-31', '0000-01-01'].map(
    (day): (typeof refused)[number] => [
      `a stamp of the day ${day}`,
      { ce_recordedtime: `${day}T00:00:00.000001Z` },
      new RegExp(`ce_recordedtime is "${day}T.* not an instant of the calendar`),
    ],
  ),
  ['a stamp at 24 o’clock', { ce_recordedtime: '2026-02-01T24:00:00.000001Z' }, /ce_recordedtime/],
  [
    'a stamp in a minute of 61 seconds',
    { ce_recordedtime: '2026-02-01T23:59:60.000001Z' },
    /ce_recordedtime/,
  ],
  ['a stamp without microseconds', { ce_recordedtime: '2026-02-01T00:00:00Z' }, /six decimals/],
  ['a stamp that is not in UTC', { ce_recordedtime: '2026-02-01T00:00:00.000001+01:00' }, /in UTC/],
  ['a stamp before 1970', { ce_recordedtime: '1969-12-31T23:59:59.999999Z' }, /ce_recordedtime/],
  ['a stamp whose microseconds are not exact', { ce_recordedtime: '2255-01-01T00:00:00.000001Z' }, /ce_rec/],
  ['the stamp infinity', { ce_recordedtime: 'infinity' }, /ce_recordedtime is "infinity"/],
  ['a time of the day 2026-02-30', { ce_time: '2026-02-30T00:00:00Z' }, /ce_time is "2026-02-30T00:00:00Z"/],
  ['an invalid time', { ce_time: 'yesterday' }, /ce_time is "yesterday"/],
  ['a sequence of 0', { ce_sequence: '0' }, /ce_sequence is "0"/],
  ['a sequence below 0', { ce_sequence: '-1' }, /ce_sequence is "-1"/],
  ['a sequence in hexadecimal', { ce_sequence: '0x10' }, /ce_sequence is "0x10"/],
  ['a sequence with an exponent', { ce_sequence: '1e3' }, /ce_sequence is "1e3"/],
  ['a sequence with a space', { ce_sequence: ' 7' }, /ce_sequence is " 7"/],
  ['a sequence of 2^53 - 1', { ce_sequence: '9007199254740991' }, /ce_sequence is "9007199254740991"/],
  ['a sequence of 500 digits', { ce_sequence: digits(500) }, /ce_sequence is "9{80}…", not a whole number/],
  ['an empty subject', { ce_subject: '' }, /ce_subject is missing/],
  ['a subject with a NUL', { ce_subject: 'ocd-bill/7\u0000' }, /ce_subject .* control characters/],
  ['a source with a line break', { ce_source: 'a\nb' }, /ce_source .* control characters/],
  ['a huge id', { ce_id: 'a'.repeat(1_000_000) }, /ce_id .* longer than 600 characters \(1000000\)/],
  ['a huge run', { ce_run: 'a'.repeat(601) }, /ce_run .* longer/],
  ['a subject that is not UTF-8', { ce_subject: Buffer.from([0x6f, 0xff]) }, /ce_subject is not UTF-8: 6fff/],
  ['half of a surrogate pair', { ce_run: Buffer.from([0xed, 0xa0, 0x80]) }, /ce_run is not UTF-8: eda080/],
  ['a backfill of maybe', { ce_backfill: 'maybe' }, /ce_backfill is "maybe", neither true nor false/],
  ['another version of CloudEvents', { ce_specversion: '0.3' }, /ce_specversion is "0.3", not 1.0/],
  ['another scheme of schemas', { ce_dataschema: 'urn:x:v1' }, /ce_dataschema is "urn:x:v1"/],
  ['a schema of no version', { ce_dataschema: 'legislog:bill.action:v-1' }, /ce_dataschema/],
  ['the schema of another type', { ce_dataschema: 'legislog:bill.updated:v1' }, /ce_dataschema/],
  ['a repeated type', { ce_type: ['bill.action', 'bill.updated'] }, /ce_type is given 2 times/],
  ['a repeated sequence', { ce_sequence: ['1', '1', '2'] }, /ce_sequence is given 3 times/],
  ['a repeated stamp', { ce_recordedtime: [good.ce_recordedtime, good.ce_recordedtime] }, /given 2 times/],
]

/** Encodes headers by hand, since a producer may write headers that our objects cannot contain. */
function rawHeaders(headers: Record<string, string | Buffer | string[]>): Buffer {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const),
  )
  const zigzag = (value: number) => {
    const bytes: number[] = []
    for (let left = value * 2; ; left = Math.floor(left / 128)) {
      bytes.push(left > 127 ? (left % 128) + 128 : left)
      if (left <= 127) return Buffer.from(bytes)
    }
  }
  const parts = pairs.flatMap(([name, value]) => {
    const bytes = Buffer.from(value)
    return [zigzag(name.length), Buffer.from(name), zigzag(bytes.length), bytes]
  })
  return Buffer.concat([zigzag(pairs.length), ...parts])
}

describe('the headers of a message', () => {
  it('are accepted by both readers as the relay writes them', () => {
    const bytes = rawHeaders(good)
    expect(reader.read(bytes, 0, bytes.length)).toEqual(fromHeaders(readHeaders(bytes, 0)))
  })

  it.each(refused)('are refused by both readers if they have %s', (_name, change, message) => {
    const bytes = rawHeaders({ ...good, ...change })
    expect(reader.read(bytes, 0, bytes.length)).toBeUndefined()
    expect(() => fromHeaders(readHeaders(bytes, 0))).toThrow(
      expect.objectContaining({ code: 'event_undecodable', message: expect.stringMatching(message) }),
    )
  })

  it('can have the stamp of a leap day', () => {
    const bytes = rawHeaders({ ...good, ce_recordedtime: '2028-02-29T23:59:59.999999Z' })
    expect(reader.read(bytes, 0, bytes.length)?.meta.recorded_at).toBe('2028-02-29T23:59:59.999999Z')
  })
})
