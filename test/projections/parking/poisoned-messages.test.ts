import type { IHeaders, Message } from 'kafkajs'
import { beforeAll, expect, it } from 'vitest'
import { startProjections } from '../../../projections/service/start-projections.ts'
import { verify } from '../../../projections/verify/verify.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka, topicName } from '../../../runtime/kafka/client/kafka-client.ts'
import { createMetrics } from '../../../runtime/metrics.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import {
  action,
  billContext,
  billEntity,
  core,
  rollCall,
  voteEntity,
} from '../../legislature/event-bodies.ts'
import { LogBuilder } from '../../legislature/log-builder.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { NIGHTLY } from '../../support/harness/nightly.ts'
import { contentsOf, createLoading, index, LOADED, load, log } from '../support/loading.ts'
import { encodeLog } from '../support/log-source.ts'
import { drawPoisons, type Poison } from '../support/poison.ts'
import type { Setting } from '../support/projecting.ts'

/** Poisoned messages, each of another bill. */
const POISONED = NIGHTLY ? 90 : 18
/** Few enough are poisoned that no batch exceeds the share that may be parked, however the topics are read. */
const GOOD_BILLS = NIGHTLY ? 5_100 : 1_020
const EVENTS_OF_A_BILL = 3
const FIRST_POISONED_ID = 100_000

const poisons = drawPoisons(POISONED)

let setting: Setting
let until: Map<string, bigint>

beforeAll(async () => {
  const loading = await createLoading()
  const codec = await createEventCodec(loading.settings, loading.database)
  setting = { ...loading, codec }
  until = await publish()
}, 60_000)

/** Bills with an action and a vote; some have one poisoned message between good ones. */
async function publish(): Promise<Map<string, bigint>> {
  const builder = new LogBuilder()
  const every = Math.floor(GOOD_BILLS / POISONED)
  const poisonedAt = new Map<number, Poison>()
  for (let id = 1; id <= GOOD_BILLS; id++) {
    addBill(builder, id)
    const number = id / every
    if (!Number.isInteger(number) || number > POISONED) continue
    poisonedAt.set(builder.logged.length + (number % EVENTS_OF_A_BILL), poisons[number - 1]!)
    addBill(builder, FIRST_POISONED_ID + number)
  }
  const records = await encodeLog(builder.logged, setting.codec)
  const messages = records.map((record, at) => {
    const { key, partition, headers: written, value } = record
    const message: Message = { key: Buffer.from(key), partition, headers: written as IHeaders, value }
    return { topic: record.topic, message: poisonedAt.get(at)?.change(message) ?? message }
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
    settings,
    database,
    codec,
    log,
    kafka: createKafka(settings, 'legislog-test'),
    clock: systemClock,
    metrics: createMetrics(),
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

it(`${POISONED} poisoned messages among ${GOOD_BILLS * EVENTS_OF_A_BILL} are parked, both live and by a load, and all other messages are applied`, async () => {
  await project()
  await load(setting, until, { workers: 2 })
  await index(setting)
  const live = await contentsOf(setting.database, setting.read_schema)
  const loaded = await contentsOf(setting.database, LOADED)
  // Shows only the differences: all rows would be too many.
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
    [FIRST_POISONED_ID],
  )
  expect(shown).toEqual([{ bills: GOOD_BILLS, actions: GOOD_BILLS, votes: GOOD_BILLS }])
  // Some do no harm, such as a long title or an unused header.
  const { rows: parked } = await setting.database.query<{ topic: TopicName; code: string; count: number }>(
    `SELECT code, count(*) AS count FROM control.parked_event
     WHERE read_schema = $1 AND error <> 'stands behind a parked event' GROUP BY code ORDER BY code`,
    [LOADED],
  )
  expect(parked.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(POISONED * 0.7)
  expect(parked.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['event_invalid', 'event_type_unknown', 'event_undecodable', 'evolve_failed']),
  )
  expect(await verify({ ...setting, read_schema: LOADED })).toMatchObject({ differing: 0 })
}, 120_000)
