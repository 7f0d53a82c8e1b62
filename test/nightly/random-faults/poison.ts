import { encodeAction } from '../../../bench/deliveries/publish-actions.ts'
import { createEventCodec } from '../../../runtime/events/event-codec.ts'
import { createKafka, topicName } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLog } from '../../../runtime/log.ts'
import { pause } from '../../../runtime/pause.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Random } from '../../support/builders/seeded-random.ts'
import { action } from '../../support/builders/webhook-events.ts'

type Headers = Record<string, string | Buffer | (string | Buffer)[]>
type Message = { readonly headers: Headers; readonly value: Buffer | null }
type Spoil = (good: { readonly headers: Headers; readonly value: Buffer }) => Message

const PREFIX = 'ocd-bill/poison-'
/** Poison has keys of its own, because everything behind a parked event waits under its key. */
export const isPoison = (key: string): boolean => key.startsWith(PREFIX)

const header =
  (name: string, text: string | Buffer | (string | Buffer)[]): Spoil =>
  ({ headers, value }) => ({ headers: { ...headers, [name]: text }, value })

/** The ways to spoil a message. A newer version is not among them: readers would wait for newer code forever. */
const spoils: Readonly<Record<string, Spoil>> = {
  'no headers': ({ value }) => ({ headers: {}, value }),
  'an empty id': header('ce_id', ''),
  'an unknown type': header('ce_type', 'bill.exploded'),
  'bytes that are no UTF-8 as type': header('ce_type', Buffer.from([0xff, 0xfe, 0x00])),
  'a day that is none as time': header('ce_time', '2026-02-31T10:00:00Z'),
  'a time that Postgres does not take': header('ce_time', '999999-01-01T00:00:00Z'),
  'an impossible stamp': header('ce_recordedtime', '2026-02-30T10:00:00.000000Z'),
  'a stamp of 2099': header('ce_recordedtime', '2099-01-01T00:00:00.000000Z'),
  'a sequence above all that is safe': header('ce_sequence', '9007199254740991'),
  'a sequence that is no number': header('ce_sequence', '1e309'),
  'a repeated header': header('ce_id', ['one', 'two']),
  'a huge header': header('ce_run', 'x'.repeat(500_000)),
  'a NUL in the subject': header('ce_subject', 'ocd-bill/\u0000'),
  'no value': ({ headers }) => ({ headers, value: null }),
  'no value of the wire format': ({ headers }) => ({ headers, value: Buffer.from('{"id": 1') }),
  'a schema that is not registered': ({ headers, value }) => ({
    headers,
    value: withSchemaId(value, 999_999),
  }),
  'a body that is cut': ({ headers, value }) => ({ headers, value: value.subarray(0, value.length - 7) }),
  'a body of nothing': ({ headers, value }) => ({
    headers,
    value: Buffer.concat([value.subarray(0, 5), Buffer.from('{}')]),
  }),
  'a body with NUL': ({ headers, value }) => ({
    headers,
    value: Buffer.from(value.toString('latin1').replace('Read ', '\\u0000 '), 'latin1'),
  }),
}

function withSchemaId(value: Buffer, id: number): Buffer {
  const changed = Buffer.from(value)
  changed.writeInt32BE(id, 1)
  return changed
}

export type Poisoner = {
  /** How many of each were acknowledged by Kafka. */
  readonly put: ReadonlyMap<string, number>
  stop(): Promise<void>
}

const TOPIC: TopicName = 'legislog.bills.v1'
/** So rare that no projector takes them for a bad deploy. */
const PAUSE_MS = [15_000, 30_000] as const

/** Puts a spoiled message into the log now and then. */
export async function startPoisoner(options: {
  readonly settings: Settings
  readonly database: Database
  readonly random: Random
}): Promise<Poisoner> {
  const { settings, database, random } = options
  const codec = await createEventCodec(settings, database)
  const kafka = createKafka(settings, 'legislog-poison', createLog('poison', 'silent'))
  const put = new Map<string, number>()
  const stopping = new AbortController()

  async function putOne(number: number): Promise<void> {
    const names = Object.keys(spoils)
    const name = names[random.between(0, names.length)]!
    const key = `${PREFIX}${number}`
    const body = { ...action(number).body, ocd_id: key }
    const good = await encodeAction(codec, { key, body, number, source: 'poison', run: 'poison' })
    const { headers, value } = spoils[name]!(good)
    const producer = kafka.producer()
    try {
      await producer.connect()
      await producer.send({
        topic: topicName(settings, TOPIC),
        acks: -1,
        messages: [{ key, headers, value }],
      })
      put.set(name, (put.get(name) ?? 0) + 1)
    } catch {
      // Kafka is down: another message comes later.
    } finally {
      // Kafka may be away.
      await producer.disconnect().catch(() => {})
    }
  }

  const running = (async () => {
    for (let number = 1; !stopping.signal.aborted; number++) {
      await pause(random.between(...PAUSE_MS), stopping.signal)
      if (!stopping.signal.aborted) await putOne(number)
    }
  })()
  return {
    put,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
