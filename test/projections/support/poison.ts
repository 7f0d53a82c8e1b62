import fc from 'fast-check'
import type { IHeaders, Message } from 'kafkajs'

const SEED = 20_260_230

/** A way in which a message of the log can be wrong. */
export type Poison = { readonly change: (message: Message) => Message; readonly name: string }

const noise = (length: number) =>
  Array.from({ length }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 7_919 + at * at * 31) % 20_000)),
  ).join('')
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom('', '\u0000', ' ', 'null', '__proto__', '1e309', noise(5_000), 'x'.repeat(200_000)),
  fc.constantFrom(Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0xff]), Buffer.from('a\u0000b')),
)
const stamps = fc
  .tuple(
    fc.integer({ min: 1, max: 9_999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 30, max: 32 }),
  )
  .filter(([, month, day]) => day === 32 || month % 13 === 0 || month === 2)
  .map((parts) => parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-'))
  .map((day) => `${day}T12:00:00.000001Z`)
const sequences = fc.oneof(
  fc.constantFrom(
    '9007199254740991',
    '9007199254740992',
    '1000000000',
    '-1',
    '0',
    '1.5',
    '2e0',
    '0x2',
    '+2',
    '٢',
  ),
  fc.bigInt({ min: 2_000_000n }).map(String),
)
const headers = fc.oneof(
  fc.tuple(fc.constantFrom('ce_recordedtime', 'ce_time'), stamps),
  fc.tuple(fc.constant('ce_sequence'), sequences),
  fc.tuple(
    fc.constantFrom(
      ...([
        'ce_id',
        'ce_source',
        'ce_type',
        'ce_subject',
        'ce_time',
        'ce_dataschema',
        'ce_sequence',
      ] as const),
      ...(['ce_run', 'ce_backfill', 'ce_recordedtime', 'ce_specversion', 'traceparent', '\u0000'] as const),
    ),
    texts,
  ),
)

const withHeaders = (message: Message, change: IHeaders): Message => ({
  ...message,
  headers: { ...message.headers, ...change },
})
const poisonedHeaders = fc.oneof(
  headers.map(
    ([name, value]): Poison => ({
      name: `${name}: ${String(value).slice(0, 40)}`,
      change: (message) => withHeaders(message, { [name]: value }),
    }),
  ),
  headers.map(
    ([name, value]): Poison => ({
      name: `${name} twice`,
      change: (message) => withHeaders(message, { [name]: [message.headers?.[name] ?? '1', value].flat() }),
    }),
  ),
  fc.constantFrom('ce_id', 'ce_subject', 'ce_time', 'ce_sequence', 'ce_recordedtime').map(
    (name): Poison => ({
      name: `without ${name}`,
      change(message) {
        const { [name]: _gone, ...left } = message.headers!
        return { ...message, headers: left }
      },
    }),
  ),
)

const json = fc.oneof(
  fc.constantFrom(
    '1e300',
    '1e309',
    '-1',
    '0',
    '9007199254740993',
    '3000000000',
    'null',
    '[]',
    '{}',
    'true',
    '""',
  ),
  fc.constantFrom(
    '"\\u0000"',
    '"\\ud800"',
    '"2026-02-30"',
    '"0000-00-00"',
    '"99999-01-01"',
    '"infinity"',
    '"\\\\"',
  ),
  fc.constantFrom(
    JSON.stringify(noise(5_000)),
    JSON.stringify('word '.repeat(20_000)),
    `${'['.repeat(200)}1${']'.repeat(200)}`,
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
)
/** Replaces one of the values anywhere in the body by this JSON. */
const poisonedValue = fc.tuple(fc.nat(), json).map(
  ([place, text]): Poison => ({
    name: `value ${place} is ${text.slice(0, 40)}`,
    change(message) {
      const value = message.value as Buffer
      const body = value.subarray(5).toString()
      const values = [...body.matchAll(/:("(?:[^"\\]|\\.)*"|\d+|null|true|false)/g)]
      const { 0: found, index: at } = values[place % values.length]!
      const changed = `${body.slice(0, at)}:${text}${body.slice(at + found.length)}`
      return { ...message, value: Buffer.concat([value.subarray(0, 5), Buffer.from(changed)]) }
    },
  }),
)
const poisonedBytes = fc.oneof(
  fc.tuple(fc.nat(), fc.nat({ max: 255 })).map(
    ([place, byte]): Poison => ({
      name: `byte ${place} is ${byte}`,
      change(message) {
        const value = Buffer.from(message.value as Buffer)
        value[place % value.length] = byte
        return { ...message, value }
      },
    }),
  ),
  fc.nat().map(
    (length): Poison => ({
      name: `cut to ${length}`,
      change: (message) => ({
        ...message,
        value: (message.value as Buffer).subarray(0, length % (message.value as Buffer).length),
      }),
    }),
  ),
  fc.constant({ name: 'no value', change: (message: Message) => ({ ...message, value: null }) }),
)
const poisonedKey = fc
  .oneof(
    texts.map((text) => Buffer.from(text as string)),
    fc.constantFrom(null, Buffer.from('ocd-bill/1')),
  )
  .map(
    (key): Poison => ({
      name: `key ${String(key).slice(0, 40)}`,
      change: (message) => ({ ...message, key }),
    }),
  )

/** Poisons that are always included. */
const certain: readonly Poison[] = [
  {
    name: 'the stamp that stopped projectors for ever',
    change: (message) => withHeaders(message, { ce_recordedtime: '2026-02-30T00:00:00.000001Z' }),
  },
  {
    name: 'an unknown type',
    change: (message) => withHeaders(message, { ce_type: 'bill.exploded' }),
  },
  {
    name: 'a sequence that nothing leads up to',
    change: (message) => withHeaders(message, { ce_sequence: '1500000' }),
  },
  {
    name: 'an id that no index takes',
    change(message) {
      const value = message.value as Buffer
      const body = value
        .subarray(5)
        .toString()
        .replace(/"id":"\d+-1"/, `"id":"${noise(5_000)}"`)
      return { ...message, value: Buffer.concat([value.subarray(0, 5), Buffer.from(body)]) }
    },
  },
]

/** This many poisons, always the same: first the certain ones, then random ones. */
export function drawPoisons(count: number): readonly Poison[] {
  const chance = fc.sample(
    fc.oneof(poisonedHeaders, poisonedHeaders, poisonedValue, poisonedBytes, poisonedKey),
    {
      numRuns: count - certain.length,
      seed: SEED,
    },
  )
  return [...certain, ...chance]
}
