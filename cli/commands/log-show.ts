import type { Command } from 'commander'
import {
  type Entity,
  type EntityHistory,
  entityHistory,
  findEntity,
} from '../../projections/entity-history.ts'
import { createEventCodec } from '../../runtime/events/event-codec.ts'
import { createKafka } from '../../runtime/kafka/client/kafka-client.ts'
import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { divisionOf } from '../arguments/division-argument.ts'
import { instantOption } from '../arguments/instant-option.ts'
import { withDatabase } from '../context/with-database.ts'
import { phraseEvents } from '../log-show/event-phrases.ts'
import { findBill } from '../log-show/find-bill.ts'
import { setAction, table } from '../output/answer.ts'

export function registerLog(program: Command): void {
  const log = program.command('log').description('read the event log')
  setAction<{ at?: string; state?: boolean }>(
    log
      .command('show')
      .argument('<entity>', 'id or ocd_id, as the API shows them; or a place, if a number follows')
      .argument('[number]', 'number of a bill of that place, as people write it: "HB 1108"')
      .argument('[session]', 'session of that bill, if several sessions have the number')
      .description('list the events of one entity, one per line: log show wa "HB 1108", log show 4711')
      .option('--at <time>', 'only events that the log had at this time, RFC 3339 or a date', instantOption)
      .option('--state', 'also print the rows of the entity after these events'),
    ({ args, options }) =>
      withDatabase('log', async (database, settings) => {
        const readSchema = await liveReadSchema(database)
        if (readSchema === undefined) throw new LegislogError('not_found', 'nothing has been projected yet')
        const history = await entityHistory({
          settings,
          database,
          kafka: createKafka(settings, 'legislog-log'),
          codec: await createEventCodec(settings, database),
          read_schema: readSchema,
          entity: await namedBy(database, readSchema, args),
          ...(options.at === undefined ? {} : { at: options.at }),
        })
        return { text: describe(history, options.state === true), json: readable(history) }
      }),
  )
}

async function namedBy(database: Database, readSchema: string, args: readonly string[]): Promise<Entity> {
  const [name = '', number, session = null] = args
  if (number !== undefined) {
    return findBill(database, readSchema, { jurisdiction: divisionOf(name), number, session })
  }
  const entity = await findEntity(database, readSchema, name)
  if (entity !== undefined) return entity
  throw new LegislogError(
    'not_found',
    `the log names no entity ${name}: it takes an id or an ocd_id, as the API shows them, or a place and a number: log show wa "HB 1108"`,
  )
}

function readable({ entity, entries, state }: EntityHistory): object {
  const events = entries.map(({ event, ...place }) => ({
    ...place,
    ...(event && { type: event.type, ...event.meta, body: event.body }),
  }))
  return { ...entity, events, state }
}

function describe({ entity, entries, state }: EntityHistory, withState: boolean): string {
  const { id, ocd_id, entity_type } = entity
  const rows = phraseEvents(entries).map(({ entry: { event, topic, partition, offset }, phrase }) => [
    event === null ? '' : `${event.meta.recorded_at.slice(0, 19)}Z`,
    event === null ? `${topic}:${partition}@${offset}` : String(event.meta.sequence),
    event?.type ?? '',
    oneLine(phrase) + (event?.meta.backfill === true ? '  (backfill)' : ''),
  ])
  const lines =
    rows.length === 0
      ? ['the log had no event of it at that time: --at is the time at which an event entered the log']
      : [table(rows)]
  const stateLines = withState ? ['', JSON.stringify(state, null, 2)] : []
  return [`${entity_type} ${id} ${ocd_id}`, ...lines, ...stateLines].join('\n')
}

const MAX_PHRASE_LENGTH = 160

function oneLine(phrase: string): string {
  const flat = phrase.replaceAll(/\s+/gu, ' ').trim()
  return flat.length > MAX_PHRASE_LENGTH ? `${flat.slice(0, MAX_PHRASE_LENGTH - 1)}…` : flat
}
