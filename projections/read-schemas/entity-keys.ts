import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { catalog, isEventType } from '../../schemas/log/event-catalog.ts'
import type { TopicName } from '../../schemas/log/topics.ts'

/** An entity and the key of its events. */
export type EntityKey = {
  readonly id: number
  readonly ocd_id: string
  readonly entity_type: string
  readonly key: string
  /** For a vote or a derivation: its bill, whose row it changes too. */
  readonly bill_id: number | null
}

/** Looks up entities in a read schema. Omits those that it has never seen. */
export async function loadEntityKeys(
  client: Queryable,
  readSchema: string,
  ids: readonly number[],
): Promise<Map<number, EntityKey>> {
  const { rows } = await client.query<EntityKey>(
    `SELECT e.id, e.ocd_id, e.entity_type, coalesce(v.bill_ocd_id, e.ocd_id) AS key, v.bill_id
     FROM ${readSchema}.entity e LEFT JOIN ${readSchema}.votes v ON v.id = e.id
     WHERE e.id = ANY ($1::bigint[])
     UNION ALL
     SELECT b.id, b.ocd_id, 'bill', b.ocd_id, NULL FROM ${readSchema}.bills b
     WHERE b.id = ANY ($1::bigint[]) AND NOT EXISTS (SELECT FROM ${readSchema}.entity e WHERE e.id = b.id)`,
    [ids],
  )
  const derivations = rows.filter(({ entity_type }) => entity_type === 'derivation')
  return new Map([...rows, ...(await withBills(client, readSchema, derivations))].map((row) => [row.id, row]))
}

/**
 * Adds the bills of derivations. A separate statement: a read schema that was made before this kind existed lacks the
 * table.
 */
async function withBills(
  client: Queryable,
  readSchema: string,
  derivations: readonly EntityKey[],
): Promise<EntityKey[]> {
  if (derivations.length === 0) return []
  const { rows } = await client.query<{ id: number; bill_id: number; bill_ocd_id: string }>(
    `SELECT id, bill_id, bill_ocd_id FROM ${readSchema}.bill_derivations WHERE id = ANY ($1::bigint[])`,
    [derivations.map(({ id }) => id)],
  )
  const bills = new Map(rows.map((row) => [row.id, row]))
  return derivations.flatMap((derivation) => {
    const bill = bills.get(derivation.id)
    return bill === undefined ? [] : [{ ...derivation, key: bill.bill_ocd_id, bill_id: bill.bill_id }]
  })
}

const topicByEntity = new Map<string, TopicName>(
  Object.entries(catalog)
    .filter(([type]) => isEventType(type))
    .map(([, { entity, topic }]) => [entity, topic]),
)

/** The topic of an entity's events. */
export function topicOf({ entity_type }: EntityKey): TopicName {
  return topicByEntity.get(entity_type) ?? 'legislog.reference.v1'
}
