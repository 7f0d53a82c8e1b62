import type { Command } from 'commander'
import {
  dropParked,
  type Lane,
  listParked,
  type ParkedEvent,
  retryParked,
  showParked,
} from '../../projections/parked.ts'
import { liveReadSchema } from '../../projections/read-schema.ts'
import { createEventCodec } from '../../runtime/event-codec.ts'
import type { Database } from '../../runtime/postgres.ts'
import type { Settings } from '../../runtime/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { topics } from '../../schemas/topics.ts'
import { type Answer, answers, table } from '../answer.ts'
import { tellRelease } from '../tell-release.ts'
import { withDatabase } from '../with-database.ts'

type Options = { readonly readSchema?: string }
type Work = (context: {
  database: Database
  settings: Settings
  args: readonly string[]
  options: Options
}) => Promise<Answer>

export function registerParked(program: Command): void {
  const parked = program.command('parked').description('events that could not be applied, and their keys')
  const laneCommand = (name: string, description: string, work: Work) =>
    answers<Options>(
      parked
        .command(`${name} <topic> <key>`)
        .description(description)
        .option('--read-schema <name>', 'another read schema than the live one'),
      ({ args, options }) =>
        withDatabase('parked', (database, settings) => work({ database, settings, args, options })),
    )
  answers(parked.command('list').description('the keys that are held up, and why'), () =>
    withDatabase('parked', list),
  )
  laneCommand('show', 'the events of a key, in order', show)
  laneCommand('retry', 'apply the events of a key, all or none, and let it flow again', retry)
  laneCommand('drop', 'give up the first event of a key; it is kept', drop)
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
  const text = rows.length === 0 ? 'nothing is parked' : table(rows)
  return { text, json: { parked } }
}

const show: Work = async ({ database, args, options }) => {
  const lane = await laneOf(database, args, options)
  const events = await showParked(database, lane)
  const text = events.map(describe).join('\n\n')
  return { text, json: { ...lane, events: events.map(readable) } }
}

const retry: Work = async ({ database, settings, args, options }) => {
  const lane = await laneOf(database, args, options)
  const codec = await createEventCodec(settings, database)
  const release = await retryParked({
    database,
    codec,
    lane,
    announce: (client, released) => tellRelease(client, codec, settings, released),
  })
  return { text: `released ${release.released_ids.length} entities of ${lane.key}`, json: release }
}

const drop: Work = async ({ database, args, options }) => {
  const lane = await laneOf(database, args, options)
  const offset = await dropParked(database, lane)
  return { text: `gave up ${lane.topic} at ${offset}`, json: { ...lane, offset } }
}

/** A topic may be given by its middle word: `bills`. */
async function laneOf(database: Database, args: readonly string[], options: Options): Promise<Lane> {
  const [name = '', key = ''] = args
  const topic = topics.find((one) => one.name === name || one.name.split('.')[1] === name)
  if (topic === undefined) throw new LegislogError('usage', `no topic is called ${JSON.stringify(name)}`)
  const read_schema = options.readSchema ?? (await liveReadSchema(database))
  if (read_schema === undefined) throw new LegislogError('usage', 'there is no read schema yet')
  return { read_schema, topic: topic.name, key }
}

function readable({ value, ...event }: ParkedEvent): object {
  const text = value?.subarray(5).toString('utf8')
  return { ...event, value_base64: value?.toString('base64') ?? null, text: text ?? null }
}

function describe(event: ParkedEvent): string {
  const { partition, offset, code, error, headers, value, dropped_at } = event
  const dropped = dropped_at === null ? '' : ` (given up ${dropped_at})`
  return [
    `partition ${partition} offset ${offset}: ${code}: ${error}${dropped}`,
    `${JSON.stringify(headers)}`,
    value === null ? 'no value' : value.subarray(5).toString('utf8').slice(0, 2_000),
  ].join('\n')
}
