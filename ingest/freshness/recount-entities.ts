import type { PoolClient } from 'pg'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'

/** Entities by source, place and type, without those that a source has taken back. */
const COUNTED = `SELECT s.source, s.jurisdiction, e.entity_type, count(*) AS entities
  FROM ingest.snapshot s JOIN ingest.entity e ON e.id = s.entity_id
  WHERE s.source = ANY ($1) AND s.parts::text <> '{}' GROUP BY 1, 2, 3`

/** Counts a whole source again, for example after a lost run, whose additions were never counted. */
export async function recountEntities(client: PoolClient, source: string): Promise<void> {
  await client.query(
    `INSERT INTO control.source_freshness AS stored (source, jurisdiction, entities)
     SELECT source, jurisdiction, json_object_agg(entity_type, entities ORDER BY entity_type)
     FROM (${COUNTED}) counted GROUP BY 1, 2
     ON CONFLICT (jurisdiction, source) DO UPDATE SET entities = excluded.entities`,
    [[source]],
  )
}

/**
 * Corrects the counts in `control` after much of a source's data was removed. Places without data are no longer
 * listed, and the others are counted again. Ingest still remembers everything that it ever had for a place.
 */
export async function recountRemaining(database: Database, sources: readonly string[]): Promise<void> {
  await inTransaction(database, async (client) => {
    await client.query("UPDATE control.source_freshness SET entities = '{}' WHERE source = ANY ($1)", [
      sources,
    ])
    for (const source of sources) await recountEntities(client, source)
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
