import type pg from 'pg'
import { LegislogError } from '../../schemas/errors.ts'
import { catalog, isEventType } from '../../schemas/log/event-catalog.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { Table } from '../read-model/table.ts'
import { readTables } from '../tables/read-tables.ts'

export type RowKey = { readonly table: string; readonly key: string }

/** An entity, and the possible keys of its events. */
export type EntityKeys = {
  readonly id: number
  readonly ocd_id: string
  readonly topics: readonly TopicName[]
  readonly keys: Set<string>
}

const carried: Record<string, readonly TopicName[]> = Object.fromEntries(
  Map.groupBy(
    Object.entries(catalog).filter(([type]) => isEventType(type)),
    ([, { entity }]) => entity,
  )
    .entries()
    .map(([entity, types]) => [entity, [...new Set(types.map(([, { topic }]) => topic))]]),
)
/** Votes and derivations change a bill's rows, and their events have its key. */
const withVotes: readonly TopicName[] = ['legislog.bills.v1', 'legislog.votes.v1', 'legislog.derived.v1']

const tableNamed = (name: string): Table => {
  const table = readTables.find((one) => one.name === name)
  if (table === undefined) throw new LegislogError('usage', `a read schema has no table ${name}`)
  return table
}

/** Finds the entities of rows in the read schemas. Rows of a bill's parts contain the entity. */
export async function findOwners(
  client: pg.ClientBase,
  readSchema: string,
  rows: readonly RowKey[],
): Promise<Map<string, number>> {
  const owners = new Map<string, number>()
  for (const [name, all] of Map.groupBy(rows, ({ table }) => table)) {
    const { group, key } = tableNamed(name)
    const keys = all.map((row) => row.key)
    if (group === null) for (const one of keys) owners.set(nameOf({ table: name, key: one }), Number(one))
    else {
      const found = await client.query<{ key: string; owner: number }>(
        `SELECT ${key} AS key, ${group} AS owner FROM ${readSchema}.${name} WHERE ${key} = ANY ($1::text[])`,
        [keys],
      )
      for (const row of found.rows) owners.set(nameOf({ table: name, key: row.key }), row.owner)
    }
  }
  return owners
}

export const nameOf = ({ table, key }: RowKey): string => `${table} ${key}`

/** Adds the keys that a read schema knows of these entities. */
export async function findEntityKeys(
  client: pg.ClientBase,
  readSchema: string,
  ids: readonly number[],
  entities: Map<number, EntityKeys>,
): Promise<void> {
  const { rows } = await client.query<{
    id: number
    ocd_id: string
    entity_type: string
    key: string | null
  }>(
    `SELECT e.id, e.ocd_id, e.entity_type, v.bill_ocd_id AS key
     FROM ${readSchema}.entity e LEFT JOIN ${readSchema}.votes v ON v.id = e.id WHERE e.id = ANY ($1::bigint[])
     UNION ALL
     SELECT id, ocd_id, 'bill', NULL FROM ${readSchema}.bills WHERE id = ANY ($1::bigint[])
     UNION ALL
     SELECT id, ocd_id, 'vote', bill_ocd_id FROM ${readSchema}.votes WHERE id = ANY ($1::bigint[])`,
    [ids],
  )
  for (const { id, ocd_id, entity_type, key } of rows) {
    const entity = entities.get(id) ?? { id, ocd_id, topics: topicsOf(entity_type), keys: new Set() }
    entity.keys.add(ocd_id)
    if (key !== null) entity.keys.add(key)
    entities.set(id, entity)
  }
}

const topicsOf = (entityType: string): readonly TopicName[] =>
  entityType === 'bill' || entityType === 'vote' ? withVotes : (carried[entityType] ?? [])
