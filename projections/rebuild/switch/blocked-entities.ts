import type pg from 'pg'
import { type EntityKey, loadEntityKeys, topicOf } from '../../read-schemas/entity-keys.ts'
import { columnsOf } from '../../read-schemas/read-schema-fit.ts'
import { billDerivationsTable } from '../../tables/derivation-table.ts'
import { readTables } from '../../tables/read-tables.ts'
import { compareBlockedEvents, describeTopicKey, type TopicKey } from '../compare/blocked-events.ts'

/** The changes for readers because events are parked or dropped on one side only. */
export type BlockedDifference = {
  /** Keys of which readers would see less. */
  readonly held_back: readonly string[]
  /** The entities of all these keys. */
  readonly ids: readonly number[]
  /** Readers have rows that are gone: no event announces that. */
  readonly is_gone: boolean
}

/** Uses the current state of the read schemas; readers are about to switch from the first to the second. */
export async function findBlockedDifference(
  client: pg.PoolClient,
  live: string,
  to: string,
): Promise<BlockedDifference> {
  const { only_rebuilt: heldBack, differing, lost } = await compareBlockedEvents(client, live, client, to)
  const ids = await ownersOf(client, [to, live], differing)
  return {
    held_back: heldBack,
    ids,
    is_gone: await anyGone(client, { live, to }, await ownersOf(client, [live], lost)),
  }
}

/** The entities of each key, from the first read schema that has seen one of them. */
async function ownersOf(
  client: pg.PoolClient,
  readSchemas: readonly string[],
  topicKeys: readonly TopicKey[],
): Promise<number[]> {
  const owners = new Map<string, number[]>()
  for (const readSchema of readSchemas) {
    const left = topicKeys.filter((topicKey) => !owners.has(describeTopicKey(topicKey)))
    if (left.length === 0) break
    const found = (await entitiesUnder(client, readSchema, left)).values()
    const byTopicKey = Map.groupBy(found, (one) => describeTopicKey({ topic: topicOf(one), key: one.key }))
    for (const topicKey of left) {
      const entities = byTopicKey.get(describeTopicKey(topicKey))
      if (entities !== undefined)
        owners.set(
          describeTopicKey(topicKey),
          entities.map(({ id }) => id),
        )
    }
  }
  return [...new Set([...owners.values()].flat())]
}

/** Gives the entities with events under one of these keys, in any topic. */
async function entitiesUnder(
  client: pg.PoolClient,
  readSchema: string,
  topicKeys: readonly TopicKey[],
): Promise<Map<number, EntityKey>> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT e.id FROM ${readSchema}.entity e WHERE e.ocd_id = ANY ($1::text[])
     UNION SELECT b.id FROM ${readSchema}.bills b WHERE b.ocd_id = ANY ($1::text[])
     UNION SELECT v.id FROM ${readSchema}.bills b JOIN ${readSchema}.votes v ON v.bill_id = b.id
       WHERE b.ocd_id = ANY ($1::text[])`,
    [[...new Set(topicKeys.map(({ key }) => key))]],
  )
  const derivationIds = await findDerivations(
    client,
    readSchema,
    rows.map(({ id }) => id),
  )
  return loadEntityKeys(client, readSchema, [...rows.map(({ id }) => id), ...derivationIds])
}

/** The derivations of bills. A read schema that was made before this kind existed has none. */
async function findDerivations(
  client: pg.PoolClient,
  readSchema: string,
  billIds: readonly number[],
): Promise<number[]> {
  const tables = await columnsOf(client, readSchema)
  if (!tables.some(({ table }) => table === billDerivationsTable.name)) return []
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM ${readSchema}.bill_derivations WHERE bill_id = ANY ($1::bigint[])`,
    [billIds],
  )
  return rows.map(({ id }) => id)
}

/** Says if readers of changes have rows of these entities that the other read schema does not have. */
async function anyGone(
  client: pg.PoolClient,
  { live, to }: { readonly live: string; readonly to: string },
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return false
  const [liveTables, known] = [await columnsOf(client, live), await columnsOf(client, to)].map(
    (columns) => new Set(columns.map(({ table }) => table)),
  )
  const tables = readTables.filter(
    ({ name, columns }) => 'updated_at' in columns && liveTables!.has(name) && known!.has(name),
  )
  const gone = tables.map(
    ({ name, key, group }) =>
      `EXISTS (SELECT FROM ${live}.${name} l WHERE l.${group ?? key} = ANY ($1::bigint[])
         AND l.updated_at < (SELECT watermark FROM control.read_schema WHERE name = $2)
         AND NOT EXISTS (SELECT FROM ${to}.${name} o WHERE o.${key} = l.${key}))`,
  )
  const { rows } = await client.query<{ is_gone: boolean }>(`SELECT ${gone.join(' OR ')} AS is_gone`, [
    ids,
    live,
  ])
  return rows[0]!.is_gone
}
