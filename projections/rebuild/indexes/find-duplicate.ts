import type pg from 'pg'
import { type Database, inTransaction } from '../../../runtime/postgres/postgres.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Table } from '../../read-model/table.ts'
import { type EntityKey, loadEntityKeys, topicOf } from '../../read-schemas/entity-keys.ts'

type Duplicate = {
  readonly table: string
  readonly column: string
  readonly value: string
  readonly entities: readonly EntityKey[]
  /** Their keys that are parked in the live read schema. */
  readonly parked: readonly { readonly topic: TopicName; readonly key: string }[]
}

/** Finds the entities with rows that violate a unique index. undefined if Postgres does not report enough. */
export async function findDuplicate(
  database: Database,
  readSchema: string,
  { name, key, group, columns }: Table,
  { detail = '' }: pg.DatabaseError,
): Promise<Duplicate | undefined> {
  const [, column, value] = detail.match(/\((\w+)\)=\((.*)\)/s) ?? []
  if (column === undefined || value === undefined || !(column in columns)) return undefined
  return inTransaction(database, async (client) => {
    // This search is slow, because the index that would speed it up is missing.
    await client.query('SET LOCAL statement_timeout = 0')
    const { rows } = await client.query<{ owner: string }>(
      `SELECT DISTINCT ${group ?? key}::text AS owner FROM ${readSchema}.${name} WHERE ${column}::text = $1 LIMIT 10`,
      [value],
    )
    const ids = rows.map(({ owner }) => Number(owner)).filter(Number.isSafeInteger)
    const entities = [...(await loadEntityKeys(client, readSchema, ids)).values()]
    const keys = [...new Set(entities.map((entityKey) => entityKey.key))]
    const { rows: parked } = await client.query<{ topic: TopicName; key: string }>(
      `SELECT topic, key FROM control.parked_key WHERE key = ANY ($1::text[])
         AND read_schema = (SELECT name FROM control.read_schema WHERE is_live) ORDER BY topic, key`,
      [keys],
    )
    return { table: name, column, value, entities, parked }
  })
}

/** Describes the duplicate, and the way out. */
export function describeDuplicate({ table, column, value, entities, parked }: Duplicate): string {
  const named = entities
    .toSorted((a, b) => a.id - b.id)
    .map((entityKey) => `${entityKey.ocd_id} (${entityKey.id}, ${topicOf(entityKey)} ${entityKey.key})`)
  const what = `two rows of ${table} have the ${column} ${value}: of ${named.join(' and of ')}`
  const [held] = parked
  if (held === undefined) {
    return (
      `${what}; none of them is parked in the live read schema: legislog log show <id> shows the events of each, ` +
      'legislog rebuild --restart loads it again'
    )
  }
  const { topic, key } = held
  return (
    `${what}; the live read schema has parked ${key} for it: legislog parked drop ${topic} ${key} drops its event, ` +
    'and legislog rebuild --restart drops it too'
  )
}
