import type { Command } from 'commander'
import { dropParked } from '../../projections/parked-retry/drop-parked.ts'
import { listParked, type ParkedKey, showParked } from '../../projections/parked-retry/list-parked.ts'
import type { ParkedEvent, ParkedKeyRef } from '../../projections/parked-retry/parked-key.ts'
import { type Retried, retryParked, retryParkedKeys } from '../../projections/parked-retry/retry-parked.ts'
import { allowParking } from '../../projections/parking/halt.ts'
import { requireReadSchema } from '../../projections/read-schemas/read-schema.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { topics } from '../../schemas/log/topics.ts'
import { listParkedWebhooks, retryParkedWebhooks } from '../../webhooks/fan-out/parked-events.ts'
import { withDatabase } from '../context/with-database.ts'
import { type Answer, setAction, table } from '../output/answer.ts'
import { emitRelease } from '../wiring/emit-release.ts'

type Options = { readonly readSchema?: string; readonly all?: boolean; readonly code?: string }
type Work = (context: {
  database: Database
  settings: Settings
  args: readonly string[]
  options: Options
}) => Promise<Answer>

export function registerParked(program: Command): void {
  const parked = program
    .command('parked')
    .description('handle events that could not be applied, and their keys')
  const schemaCommand = (name: string, description: string, work: Work) => {
    const command = parked
      .command(name)
      .description(description)
      .option('--read-schema <name>', 'use this read schema instead of the live one')
    return setAction<Options>(command, ({ args, options }) =>
      withDatabase('parked', (database, settings) => work({ database, settings, args, options })),
    )
  }
  setAction(parked.command('list').description('list the blocked keys, and why they are blocked'), () =>
    withDatabase('parked', list),
  )
  schemaCommand('show <topic> <key>', 'list the parked events of a key, in order', show)
  schemaCommand(
    'retry [topic] [key]',
    'apply the events of a key, all or none, and unblock it; or do so for all keys',
    retry,
  )
    .option('--all', 'every blocked key')
    .option('--code <code>', 'every key whose first event failed with this code')
  schemaCommand('drop <topic> <key>', 'give up the first event of a key; the event stays stored', drop)
  setAction<{ retry?: boolean }>(
    parked
      .command('webhooks')
      .description('events that could not be read, so that no webhook was sent')
      .option('--retry', 'read them again and send the missing webhooks'),
    ({ options }) =>
      withDatabase('parked', (database, settings) =>
        options.retry === true ? retryWebhooks(database, settings) : listWebhooks(database),
      ),
  )
  schemaCommand('allow', 'park every event that projectors halted at, however many there are', allow)
}

async function list(database: Database): Promise<Answer> {
  const parked = await listParked(database)
  const rows = parked.map(({ read_schema, topic, key, events, code, error }) => [
    read_schema,
    topic,
    key,
    String(events),
    code,
    error.slice(0, 100),
  ])
  const head = ['read schema', 'topic', 'key', 'events', 'code', 'why the first event failed']
  const text =
    rows.length === 0
      ? 'nothing is parked'
      : `${table([head, ...rows])}\n` +
        'legislog parked show <topic> <key> shows them; after a fix, parked retry <topic> <key> or --all applies them; ' +
        'parked drop <topic> <key> gives up the first event of a key; all of them use the live read schema, unless --read-schema names another'
  return { text, json: { parked } }
}

const show: Work = async ({ database, args, options }) => {
  const parkedKey = await parkedKeyOf(database, args, options)
  const events = await showParked(database, parkedKey)
  const text = events.map(describe).join('\n\n')
  return { text, json: { ...parkedKey, events: events.map(readable) } }
}

const retry: Work = async ({ database, settings, args, options }) => {
  const isMany = options.all === true || options.code !== undefined
  if (isMany === args.length > 0 || (!isMany && args.length < 2)) {
    throw new LegislogError('usage', 'parked retry needs a topic and a key, or --all, or --code <code>')
  }
  const codec = await createEventCodec(settings, database)
  const announce: Parameters<typeof retryParked>[0]['announce'] = (client, released) =>
    emitRelease(client, codec, settings, released)
  if (isMany) {
    const parkedKeys = await parkedKeysOf(database, options)
    return answerOfMany(await retryParkedKeys({ database, codec, parkedKeys, announce }))
  }
  const parkedKey = await parkedKeyOf(database, args, options)
  const release = await retryParked({ database, codec, parkedKey, announce })
  return { text: `released ${release.released_ids.length} entities of ${parkedKey.key}`, json: release }
}

async function parkedKeysOf(database: Database, options: Options): Promise<ParkedKey[]> {
  const readSchema = await readSchemaOf(database, options)
  const parked = await listParked(database)
  return parked.filter(
    (parkedKey) =>
      parkedKey.read_schema === readSchema && (options.code === undefined || parkedKey.code === options.code),
  )
}

function answerOfMany({ released, failed }: Retried): Answer {
  const lines = failed.map(
    ({ parkedKey, error }) => `${parkedKey.topic} ${parkedKey.key}: ${error.code}: ${error.message}`,
  )
  return {
    text: [...lines, `released ${released.length} keys, ${failed.length} still fail`].join('\n'),
    json: {
      released,
      failed: failed.map(({ parkedKey, error }) => ({
        ...parkedKey,
        code: error.code,
        error: error.message,
      })),
    },
    failed: failed.length > 0,
  }
}

const allow: Work = async ({ database, options }) => {
  const readSchema = await readSchemaOf(database, options)
  const places = await allowParking(database, readSchema)
  const text =
    places.length === 0
      ? `${readSchema} is not halted`
      : `projectors of ${readSchema} park what they cannot apply in ${places.length} partitions, up to where they halted`
  return { text, json: { read_schema: readSchema, places } }
}

async function listWebhooks(database: Database): Promise<Answer> {
  const parked = await listParkedWebhooks(database)
  const rows = parked.map(({ topic, partition, offset, key, code, error }) => [
    `${topic}:${partition}`,
    offset,
    key,
    code,
    error.slice(0, 100),
  ])
  return { text: rows.length === 0 ? 'nothing is parked' : table(rows), json: { parked } }
}

async function retryWebhooks(database: Database, settings: Settings): Promise<Answer> {
  const codec = await createEventCodec(settings, database)
  const retried = await retryParkedWebhooks({ database, codec, now: systemClock.now() })
  const { read, deliveries, unreadable } = retried
  return {
    text: `read ${read} events, which created ${deliveries} deliveries; ${unreadable} still cannot be read`,
    json: retried,
    failed: unreadable > 0,
  }
}

const drop: Work = async ({ database, args, options }) => {
  const parkedKey = await parkedKeyOf(database, args, options)
  const offset = await dropParked(database, parkedKey)
  return { text: `gave up ${parkedKey.topic} at ${offset}`, json: { ...parkedKey, offset } }
}

/** A topic may be given by its middle word: `bills`. */
async function parkedKeyOf(
  database: Database,
  args: readonly string[],
  options: Options,
): Promise<ParkedKeyRef> {
  const [name = '', key = ''] = args
  const topic = topics.find((one) => one.name === name || one.name.split('.')[1] === name)
  if (topic === undefined) throw new LegislogError('usage', `no topic is called ${JSON.stringify(name)}`)
  return { read_schema: await readSchemaOf(database, options), topic: topic.name, key }
}

async function readSchemaOf(database: Database, { readSchema }: Options): Promise<string> {
  if (readSchema !== undefined) await requireReadSchema(database, readSchema)
  const read_schema = readSchema ?? (await liveReadSchema(database))
  if (read_schema === undefined) throw new LegislogError('usage', 'there is no read schema yet')
  return read_schema
}

function readable({ value, ...event }: ParkedEvent): object {
  const text = value === null ? null : textOf(value)
  return { ...event, value_base64: value?.toString('base64') ?? null, text }
}

function describe(event: ParkedEvent): string {
  const { partition, offset, code, error, headers, value, dropped_at } = event
  const dropped = dropped_at === null ? '' : ` (given up ${dropped_at})`
  return [
    `partition ${partition} offset ${offset}: ${code}: ${error}${dropped}`,
    `${JSON.stringify(headers)}`,
    value === null ? 'no value' : textOf(value).slice(0, 2_000),
  ].join('\n')
}

/** Removes the prefix of a body: a zero and the id of its schema. */
function textOf(value: Buffer): string {
  return value.subarray(value[0] === 0 ? 5 : 0).toString('utf8')
}
