import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'

/**
 * Corrects the counts in `control` after much of a source's data was removed. Places without data are no longer
 * listed, and the others are counted again. Ingest still remembers everything that it ever had for a place.
 */
export async function recountEntities(database: Database, sources: readonly string[]): Promise<void> {
  await inTransaction(database, async (client) => {
    await client.query(
      `UPDATE control.source_freshness f SET entities = (
         SELECT coalesce(json_object_agg(entity_type, entities ORDER BY entity_type), '{}') FROM (
           SELECT e.entity_type, count(*) AS entities
           FROM ingest.snapshot s JOIN ingest.entity e ON e.id = s.entity_id
           WHERE s.source = f.source AND s.jurisdiction = f.jurisdiction AND s.parts::text <> '{}' GROUP BY 1
         ) counted)
       WHERE f.source = ANY ($1)`,
      [sources],
    )
    const { rows } = await client.query<{ jurisdiction: string }>(
      `DELETE FROM control.source_freshness f WHERE f.source = ANY ($1) AND f.entities::text = '{}'
         AND json_typeof(f.quarantined) = 'object' AND f.quarantined::text = '{}'
       RETURNING f.jurisdiction`,
      [sources],
    )
    const places = [...new Set(rows.map(({ jurisdiction }) => jurisdiction))]
    for (const table of ['name_matching', 'identifier_series', 'delay_count']) {
      await client.query(
        `DELETE FROM control.${table} c WHERE c.jurisdiction = ANY ($1)
           AND NOT EXISTS (SELECT FROM control.source_freshness f WHERE f.jurisdiction = c.jurisdiction)`,
        [places],
      )
    }
  })
}
