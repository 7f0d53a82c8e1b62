import fc from 'fast-check'
import type { IHeaders, Message } from 'kafkajs'
import { beforeAll, expect, it } from 'vitest'
import { startProjections } from '../../projections/start-projections.ts'
import { verify } from '../../projections/verify/verify.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/event-codec.ts'
import { createKafka, topicName } from '../../runtime/kafka.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import type { TopicName } from '../../schemas/topics.ts'
import { action, billContext, billEntity, core, rollCall, voteEntity } from '../legislature/bodies.ts'
import { LogBuilder } from '../legislature/log-builder.ts'
import { eventually } from '../support/eventually.ts'
import { encodeLog } from './log-source.ts'
import type { Setting } from './projecting.ts'
import { contentsOf, createLoading, index, LOADED, load, log } from './rebuild/loading.ts'

/** Messages that are spoilt, each of a bill of its own. */
const SPOILT = 90
const GOOD_BILLS = 3_400
const FIRST_SPOILT_ID = 100_000
const SEED = 20_260_230

type Spoilt = { readonly change: (message: Message) => Message; readonly name: string }

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
const spoiltHeaders = fc.oneof(
  headers.map(
    ([name, value]): Spoilt => ({
      name: `${name}: ${String(value).slice(0, 40)}`,
      change: (message) => withHeaders(message, { [name]: value }),
    }),
  ),
  headers.map(
    ([name, value]): Spoilt => ({
      name: `${name} twice`,
      change: (message) => withHeaders(message, { [name]: [message.headers?.[name] ?? '1', value].flat() }),
    }),
  ),
  fc.constantFrom('ce_id', 'ce_subject', 'ce_time', 'ce_sequence', 'ce_recordedtime').map(
    (name): Spoilt => ({
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
/** Puts JSON in the place of one of the values of the body, wherever it stands. */
const spoiltValue = fc.tuple(fc.nat(), json).map(
  ([place, text]): Spoilt => ({
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
const spoiltBytes = fc.oneof(
  fc.tuple(fc.nat(), fc.nat({ max: 255 })).map(
    ([place, byte]): Spoilt => ({
      name: `byte ${place} is ${byte}`,
      change(message) {
        const value = Buffer.from(message.value as Buffer)
        value[place % value.length] = byte
        return { ...message, value }
      },
    }),
  ),
  fc.nat().map(
    (length): Spoilt => ({
      name: `cut to ${length}`,
      change: (message) => ({
        ...message,
        value: (message.value as Buffer).subarray(0, length % (message.value as Buffer).length),
      }),
    }),
  ),
  fc.constant({ name: 'no value', change: (message: Message) => ({ ...message, value: null }) }),
)
const spoiltKey = fc
  .oneof(
    texts.map((text) => Buffer.from(text as string)),
    fc.constantFrom(null, Buffer.from('ocd-bill/1')),
  )
  .map(
    (key): Spoilt => ({
      name: `key ${String(key).slice(0, 40)}`,
      change: (message) => ({ ...message, key }),
    }),
  )

/** One of each kind that no chance is left to. */
const certain: readonly Spoilt[] = [
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
const chance = fc.sample(fc.oneof(spoiltHeaders, spoiltHeaders, spoiltValue, spoiltBytes, spoiltKey), {
  numRuns: SPOILT - certain.length,
  seed: SEED,
})
const spoils = [...certain, ...chance]

let setting: Setting
let until: Map<string, bigint>

beforeAll(async () => {
  const loading = await createLoading()
  const codec = await createEventCodec(loading.settings, loading.database)
  setting = { ...loading, codec }
  until = await publish()
}, 60_000)

/** Bills with an action and a vote; among them those with a message that is spoilt, before and behind which all is well. */
async function publish(): Promise<Map<string, bigint>> {
  const builder = new LogBuilder()
  const every = Math.floor(GOOD_BILLS / SPOILT)
  const spoiltAt = new Map<number, Spoilt>()
  for (let id = 1; id <= GOOD_BILLS; id++) {
    addBill(builder, id)
    const number = id / every
    if (!Number.isInteger(number) || number > SPOILT) continue
    spoiltAt.set(builder.logged.length + 1, spoils[number - 1]!)
    addBill(builder, FIRST_SPOILT_ID + number)
  }
  const records = await encodeLog(builder.logged, setting.codec)
  const messages = records.map((record, at) => {
    const { key, partition, headers: written, value } = record
    const message: Message = { key: Buffer.from(key), partition, headers: written as IHeaders, value }
    return { topic: record.topic, message: spoiltAt.get(at)?.change(message) ?? message }
  })
  const producer = createKafka(setting.settings, 'legislog-test').producer()
  await producer.connect()
  for (const [topic, group] of Map.groupBy(messages, (one) => one.topic)) {
    for (let start = 0; start < group.length; start += 500) {
      await producer.send({
        topic: topicName(setting.settings, topic),
        acks: -1,
        messages: group.slice(start, start + 500).map(({ message }) => message),
      })
    }
  }
  await producer.disconnect()
  return new Map(records.map(({ topic, partition, offset }) => [`${topic}:${partition}`, offset + 1n]))
}

function addBill(builder: LogBuilder, id: number): void {
  const bill = billEntity(id)
  const body = { ...bill, bill: billContext(bill) }
  builder.add('bill.introduced', bill.ocd_id, { ...body, core: core(`HB ${id}`) })
  builder.add('bill.action', bill.ocd_id, { ...body, action: action(`${id}-1`, '2025-01-20', 'Read') })
  builder.add('vote.recorded', bill.ocd_id, {
    ...voteEntity(id + 1_000_000),
    bill: billContext(bill),
    vote: rollCall(),
  })
}

async function project(): Promise<void> {
  const { settings, database, codec } = setting
  const projections = await startProjections({
    ...{ settings, database, codec, log, kafka: createKafka(settings, 'legislog-test') },
    ...{ clock: systemClock, metrics: createMetrics() },
  })
  const stood = projections.done.then(() => {
    throw new Error('the projections ended')
  })
  stood.catch(() => {})
  const reached = eventually(
    async () => {
      const { rows } = await database.query<{ place: string; next: string }>(
        `SELECT topic || ':' || partition AS place, next::text AS next FROM control.position WHERE read_schema = $1`,
        [setting.read_schema],
      )
      const next = new Map(rows.map((row) => [row.place, BigInt(row.next)]))
      return [...until].every(([place, end]) => next.get(place) === end)
    },
    { timeout_ms: 60_000 },
  )
  await Promise.race([reached, stood])
  await projections.stop()
}

it(`${SPOILT} spoilt messages among 10,000: all others are applied, live and by a load, and the same ones are parked`, async () => {
  await project()
  await load(setting, until, { workers: 2 })
  await index(setting)
  const live = await contentsOf(setting.database, setting.read_schema)
  const loaded = await contentsOf(setting.database, LOADED)
  // Only what differs: the whole is too much to be shown.
  for (const [name, rows] of Object.entries(live)) {
    const [held, made] = [new Set(rows), new Set(loaded[name])]
    expect({
      name,
      live: rows.filter((row) => !made.has(row)),
      loaded: loaded[name]!.filter((row) => !held.has(row)),
    }).toEqual({ name, live: [], loaded: [] })
  }

  const { rows: shown } = await setting.database.query<{ bills: number; actions: number; votes: number }>(
    `SELECT (SELECT count(*) FROM ${LOADED}.bills WHERE present AND id < $1) AS bills,
       (SELECT count(*) FROM ${LOADED}.bill_actions WHERE bill_id < $1) AS actions,
       (SELECT count(*) FROM ${LOADED}.votes WHERE bill_id < $1) AS votes`,
    [FIRST_SPOILT_ID],
  )
  expect(shown).toEqual([{ bills: GOOD_BILLS, actions: GOOD_BILLS, votes: GOOD_BILLS }])
  // Some do no harm: a title of many words, a header that nobody reads.
  const { rows: parked } = await setting.database.query<{ topic: TopicName; code: string; count: number }>(
    `SELECT code, count(*) AS count FROM control.parked_event
     WHERE read_schema = $1 AND error <> 'stands behind a parked event' GROUP BY code ORDER BY code`,
    [LOADED],
  )
  expect(parked.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(SPOILT * 0.7)
  expect(parked.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['event_invalid', 'event_type_unknown', 'event_undecodable', 'evolve_failed']),
  )
  expect(await verify({ ...setting, read_schema: LOADED })).toMatchObject({ differing: 0 })
}, 120_000)
