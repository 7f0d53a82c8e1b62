import type { Command } from 'commander'
import { describeEntity, type EntitySources } from '../../ingest/reports/entity-sources.ts'
import { withDatabase } from '../context/with-database.ts'
import { setAction, table } from '../output/answer.ts'

/** Facts of one bill, roll call, person or document, and their sources. */
export function registerEntity(program: Command): void {
  const entity = program.command('entity').description('look at one bill, roll call, person or document')
  setAction(
    entity
      .command('sources')
      .argument('<id>', 'its id, its ocd_id, or the id that a source uses for it')
      .description('show the sources of an entity, where they disagree, and which source wins'),
    ({ args: [id = ''] }) =>
      withDatabase('entity', async (database) => {
        const described = await describeEntity(database, id)
        return { text: textOf(described), json: described }
      }),
  )
}

const WIDTH = 60

function textOf(entity: EntitySources): string {
  const { entity_type, entity_id, ocd_id, merged_into, keys, aliases, sources, disagreements } = entity
  const title = `${entity_type} ${entity_id} ${ocd_id}${merged_into === null ? '' : `, merged into ${merged_into}`}`
  const sourceRows = sources.map(({ source, record_key, observed_at, parts }) => [
    source,
    record_key,
    observed_at,
    parts.join(', '),
  ])
  const rows = disagreements.flatMap(({ part, field, winner, said }) =>
    said.map(({ source, value }, index) => [
      index === 0 ? `${part}${field === null ? '' : `.${field}`}` : '',
      index === 0 ? (winner ?? 'united') : '',
      source,
      brief(value),
    ]),
  )
  return [
    title,
    ...keys.map((key) => `  key ${key}`),
    ...aliases.map(({ scheme, value }) => `  alias ${scheme} ${value}`),
    '',
    table([['source', 'record', 'observed at', 'parts'], ...sourceRows]),
    '',
    rows.length === 0
      ? 'its sources agree on everything that several of them report'
      : table([['field', 'believed', 'source', 'says'], ...rows]),
  ].join('\n')
}

function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const count = Array.isArray(value) ? `${value.length}: ` : ''
  return `${count}${text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text}`
}
