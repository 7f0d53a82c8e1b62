import type pg from 'pg'
import { type EntityKey, loadEntityKeys, topicOf } from '../../read-schemas/entity-keys.ts'
import { columnsOf } from '../../read-schemas/read-schema-fit.ts'
import { readTables } from '../../tables/read-tables.ts'
import { compareBlockedEvents, type TopicKey } from '../compare/blocked-events.ts'

/** What readers are shown otherwise than before for what was held back, or given up, on one side alone. */
export type BlockedDifference = {
  /** Lanes of which readers would see less. */
  readonly held_back: readonly string[]
  /** The entities that stand under all of these lanes. */
  readonly ids: readonly number[]
  /** Readers hold rows that are gone: no event tells of it. */
  readonly is_gone: boolean
}

/** As the read schemas are now, where readers are about to be pointed from the first to the second. */
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

/** The entities of each lane, as the first of the read schemas that has seen one of them knows them. */
async function ownersOf(
  client: pg.PoolClient,
  readSchemas: readonly string[],
  topicKeys: readonly TopicKey[],
): Promise<number[]> {
  const owners = new Map<string, number[]>()
  for (const readSchema of readSchemas) {
    const left = topicKeys.filter((topicKey) => !owners.has(nameOf(topicKey)))
    if (left.length === 0) break
    const found = (await entitiesUnder(client, readSchema, left)).values()
    const byLane = Map.groupBy(found, (one) => nameOf({ topic: topicOf(one), key: one.key }))
    for (const topicKey of left) {
      const entities = byLane.get(nameOf(topicKey))
      if (entities !== undefined)
        owners.set(
          nameOf(topicKey),
          entities.map(({ id }) => id),
        )
    }
  }
  return [...new Set([...owners.values()].flat())]
}

const nameOf = ({ topic, key }: TopicKey): string => `${topic} ${key}`

/** Those whose events have one of these keys, of whatever topic. */
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
  return loadEntityKeys(
    client,
    readSchema,
    rows.map(({ id }) => id),
  )
}

/** Whether readers of changes hold rows of these entities that the other read schema does not know. */
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
