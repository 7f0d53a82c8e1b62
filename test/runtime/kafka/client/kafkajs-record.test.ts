import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { decodeRecord, kafkajsDecodeRecord } from '../../../../runtime/kafka/client/kafkajs-record.ts'

const require = createRequire(import.meta.url)
const batch = {
  firstOffset: '70',
  firstTimestamp: '1700000000000',
  maxTimestamp: '1700000000009',
  magicByte: 2,
}

describe('a decoded record of a batch', () => {
  it('equals that of kafkajs, except that ASCII headers are text and the first of a name counts', () => {
    const records = [
      recordOf({ key: 'k', value: 'v', headers: [] }),
      recordOf({
        key: null,
        value: null,
        headers: [
          ['ce_id', null],
          ['', ''],
        ],
        timestampDelta: 70_000,
      }),
      recordOf({
        key: 'ñ',
        value: 'x'.repeat(70_000),
        headers: [
          ['ce_id', 'a'],
          ['ñ', 'é'],
          ['ce_id', 'b'],
          ['ce_id', 'c'],
        ],
      }),
    ]
    for (const bytes of records) {
      for (const timestampType of [0, 1]) {
        const context = { ...batch, timestampType }
        const ours = decodeRecord({ buffer: bytes, offset: 0 }, context) as { headers: object }
        const theirs = kafkajsDecodeRecord(kafkajsDecoder(bytes), context) as { headers: object }
        expect({ ...ours, headers: textsOf(ours.headers) }).toEqual({
          ...theirs,
          headers: textsOf(theirs.headers),
        })
      }
    }
  })

  it('keeps the bytes of a header that is not ASCII', () => {
    const bytes = recordOf({
      key: 'k',
      value: 'v',
      headers: [
        ['raw', Buffer.from([255, 0])],
        ['ce_id', 'a'],
      ],
    })
    const { headers } = decodeRecord({ buffer: bytes, offset: 0 }) as { headers: Record<string, unknown> }
    expect(headers).toEqual({ raw: Buffer.from([255, 0]), ce_id: 'a' })
  })

  it('has its own headers, even if the previous headers are similar', () => {
    const given: [string, string | null][][] = [
      [
        ['ce_id', 'ab'],
        ['ce_run', 'r'],
      ],
      [
        ['ce_id', 'ac'],
        ['ce_run', 'r'],
      ],
      [
        ['ce_ie', 'ac'],
        ['ce_run', null],
      ],
      [
        ['ce_id', 'a'],
        ['ce_run', ''],
      ],
      [
        ['ce_run', 'r'],
        ['ce_id', 'aé'],
      ],
      [
        ['ce_run', 'r'],
        ['ce_id', 'aab'],
      ],
    ]
    for (const headers of [...given, ...given]) {
      const bytes = recordOf({ key: 'k', value: 'v', headers })
      const read = decodeRecord({ buffer: bytes, offset: 0 }) as { headers: object }
      expect(textsOf(read.headers)).toEqual(textsOf(Object.fromEntries(headers)))
    }
  })

  it('can have headers named like the built-in properties of objects', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const bytes = recordOf({ key: 'k', value: 'v', headers: names.map((name) => [name, `of ${name}`]) })
    const { headers } = decodeRecord({ buffer: bytes, offset: 0 }) as { headers: Record<string, unknown> }
    expect(Object.entries(headers)).toEqual(names.map((name) => [name, `of ${name}`]))
  })
})

function textsOf(headers: object): object {
  const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(first(value) ?? '')]),
  )
}

type Field = Buffer | string | null

function recordOf(record: {
  key: string | null
  value: string | null
  headers: [string, Field][]
  timestampDelta?: number
}): Buffer {
  const { key, value, headers, timestampDelta = 0 } = record
  const fields = [key, value].map(withLength)
  const pairs = headers.flatMap(([name, header]) => [withLength(name), withLength(header)])
  return Buffer.concat([
    Buffer.of(0),
    varInt(timestampDelta),
    varInt(3),
    ...fields,
    varInt(headers.length),
    ...pairs,
  ])
}

function withLength(field: Field): Buffer {
  if (field === null) return varInt(-1)
  const bytes = Buffer.from(field)
  return Buffer.concat([varInt(bytes.length), bytes])
}

function varInt(value: number): Buffer {
  const bytes: number[] = []
  let rest = value < 0 ? -value * 2 - 1 : value * 2
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest])
}

function kafkajsDecoder(bytes: Buffer): { buffer: Buffer; offset: number } {
  const Decoder = require('kafkajs/src/protocol/decoder') as new (
    buffer: Buffer,
  ) => ReturnType<typeof kafkajsDecoder>
  return new Decoder(bytes)
}
