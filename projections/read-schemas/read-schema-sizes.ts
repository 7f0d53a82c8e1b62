import type { Database } from '../../runtime/postgres/postgres.ts'

type ReadSchemaSize = { readonly bytes: number; readonly lag_events: number }

/** The size of each read schema on disk, and how many events it has not read, by name. */
export async function readSchemaSizes(database: Database): Promise<Map<string, ReadSchemaSize>> {
  const { rows } = await database.query<ReadSchemaSize & { name: string }>(`
    SELECT r.name, (
      SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = r.name AND c.relkind = 'r'
    ) AS bytes, (
      SELECT coalesce(sum(greatest(coalesce(k.end_offset, 0) - p.next, 0)), 0)::bigint
      FROM control.position p LEFT JOIN control.partition_clock k USING (topic, partition)
      WHERE p.read_schema = r.name
    ) AS lag_events
    FROM control.read_schema r`)
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}
