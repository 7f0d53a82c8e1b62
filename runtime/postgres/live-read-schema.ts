import type { Queryable } from './postgres.ts'

/** The read schema that readers use. undefined before the first projector has started. */
export async function liveReadSchema(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ name: string }>(
    'SELECT name FROM control.read_schema WHERE is_live',
  )
  return rows[0]?.name
}
