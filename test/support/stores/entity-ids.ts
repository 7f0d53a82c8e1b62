import type { Database } from '../../../runtime/postgres/postgres.ts'

/** The id of the entity with this natural key. Throws if there is none. */
export const entityIds =
  (database: Database) =>
  async (type: string, key: string): Promise<number> => {
    const { rows } = await database.query<{ entity_id: number }>(
      'SELECT entity_id FROM ingest.identity WHERE entity_type = $1 AND natural_key = $2',
      [type, key],
    )
    return rows[0]!.entity_id
  }
