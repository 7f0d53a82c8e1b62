import type { Database } from '../../../runtime/postgres/postgres.ts'

/**
 * A hash of the rows of each table of these schemas, by name. Equal hashes: nothing was changed. The use of a token is no
 * change.
 */
export async function tableHashes(
  database: Database,
  { schemas, without }: { readonly schemas: readonly string[]; readonly without: readonly string[] },
): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT table_schema || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = ANY($1) AND table_type = 'BASE TABLE' ORDER BY 1`,
    [schemas],
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables.filter(({ name }) => !without.includes(name))) {
    const { rows } = await database.query<{ hash: string }>(
      `SELECT coalesce(md5(string_agg(content, ',' ORDER BY content)), '') AS hash
       FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS content FROM ${name} t) rows`,
    )
    hashes[name] = rows[0]!.hash
  }
  return hashes
}
