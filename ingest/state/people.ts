import type { PoolClient } from 'pg'
import type { Person } from '../../schemas/event-bodies/reference.ts'
import type { Legislator } from '../legislature/names/named-legislator.ts'
import { isRemoved } from './stored-entities.ts'

/** Gives the people that a source lists for this place. */
export async function loadPeople(
  client: Pick<PoolClient, 'query'>,
  jurisdiction: string,
): Promise<Legislator[]> {
  const { rows } = await client.query<{ entity_id: number; ocd_id: string; content: { person: Person } }>(
    `SELECT e.id AS entity_id, e.ocd_id, h.content FROM ingest.entity e JOIN ingest.stored_entity h ON h.entity_id = e.id
     WHERE e.entity_type = 'person' AND e.id IN (
       SELECT entity_id FROM ingest.snapshot WHERE jurisdiction = $1
     ) ORDER BY e.id`,
    [jurisdiction],
  )
  return rows
    .filter(({ content }) => !isRemoved(content))
    .map(({ entity_id, ocd_id, content }) => ({ entity_id, ocd_id, person: content.person }))
}
