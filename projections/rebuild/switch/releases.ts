import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { Release } from '../../parked-retry/retry-parked.ts'
import { type EntityKey, loadEntityKeys, topicOf } from '../../read-schemas/entity-keys.ts'

/** One release for each topic and key of these entities, from the first read schema that has seen them. */
export async function releasesOf(
  client: Queryable,
  readSchemas: readonly string[],
  ids: readonly number[],
): Promise<Release[]> {
  const entityKeys = new Map<number, EntityKey>()
  for (const name of readSchemas) {
    const left = ids.filter((id) => !entityKeys.has(id))
    if (left.length === 0) break
    for (const [id, entityKey] of await loadEntityKeys(client, name, left)) entityKeys.set(id, entityKey)
  }
  const groups = Map.groupBy(entityKeys.values(), (entityKey) => `${topicOf(entityKey)} ${entityKey.key}`)
  return [...groups.values()].map((group) => {
    const [first] = group
    const released = group.flatMap(({ id, bill_id }) => (bill_id === null ? [id] : [bill_id, id]))
    return {
      topic: topicOf(first!),
      key: first!.key,
      entity_id: first!.id,
      released_ids: [...new Set(released)].sort((a, b) => a - b),
    }
  })
}
