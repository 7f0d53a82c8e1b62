import type { Queryable } from '../../runtime/postgres.ts'
import type { Release } from '../parked.ts'
import { type EntityLane, entityLanes, topicOf } from './entity-lanes.ts'

/** One release for each topic and key of these entities, as the first of the read schemas that has seen them knows them. */
export async function releasesOf(
  client: Queryable,
  read_schemas: readonly string[],
  ids: readonly number[],
): Promise<Release[]> {
  const lanes = new Map<number, EntityLane>()
  for (const name of read_schemas) {
    const left = ids.filter((id) => !lanes.has(id))
    if (left.length === 0) break
    for (const [id, lane] of await entityLanes(client, name, left)) lanes.set(id, lane)
  }
  const groups = Map.groupBy(lanes.values(), (lane) => `${topicOf(lane)} ${lane.key}`)
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
