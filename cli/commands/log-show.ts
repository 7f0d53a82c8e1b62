import type { Command } from 'commander'
import { type EntityHistory, entityHistory, findEntity } from '../../projections/entity-history.ts'
import { liveReadSchema } from '../../projections/read-schema.ts'
import { createEventCodec } from '../../runtime/event-codec.ts'
import { createKafka } from '../../runtime/kafka.ts'
import { createDatabase } from '../../runtime/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { answers } from '../answer.ts'
import { openContext } from '../context.ts'
import { instantOption } from '../instant-option.ts'

export function registerLog(program: Command): void {
  const log = program.command('log').description('look into the event log')
  answers<{ at?: string }>(
    log
      .command('show <id>')
      .description('the events of one entity (its id or ocd_id) and its state')
      .option('--at <time>', 'as the log had it then, RFC 3339 or a date', instantOption),
    async ({ args, options }) => {
      const { settings } = await openContext({ name: 'log', needs: ['postgres', 'kafka'] })
      const database = createDatabase(settings, { application_name: 'legislog log' })
      try {
        const read_schema = await liveReadSchema(database)
        const name = args[0] ?? ''
        const entity = read_schema && (await findEntity(database, read_schema, name))
        if (!read_schema || !entity) {
          throw new LegislogError(
            'not_found',
            `the log names no entity ${name}: it takes an id or an ocd_id, as the API shows them`,
          )
        }
        const history = await entityHistory({
          settings,
          database,
          kafka: createKafka(settings, 'legislog-log'),
          codec: await createEventCodec(settings, database),
          read_schema,
          entity,
          ...(options.at === undefined ? {} : { at: options.at }),
        })
        return { text: describe(history), json: readable(history) }
      } finally {
        await database.end()
      }
    },
  )
}

function readable({ entity, entries, state }: EntityHistory): object {
  const events = entries.map(({ event, ...place }) => ({
    ...place,
    ...(event && { type: event.type, ...event.meta, body: event.body }),
  }))
  return { ...entity, events, state }
}

function describe({ entity, entries, state }: EntityHistory): string {
  const lines = entries.map(({ topic, partition, offset, event, error }) =>
    event === null
      ? `${topic}:${partition}@${offset} unreadable: ${error}`
      : `${event.meta.recorded_at} ${event.type} ${event.meta.sequence} ${topic}:${partition}@${offset}\n` +
        `  ${JSON.stringify(event.body)}`,
  )
  const { id, ocd_id, entity_type } = entity
  if (lines.length === 0)
    lines.push('nothing was told of it by then: --at is when the log learned of something')
  return [`${entity_type} ${id} ${ocd_id}`, ...lines, '', JSON.stringify(state, null, 2)].join('\n')
}
