import type { PoolClient } from 'pg'
import { seriesOf } from './identifier-series.ts'

/** `sessions`: starts of bills' natural keys, `division|session`. */
type Where = { readonly sessions: ReadonlySet<string> } | { readonly jurisdictions: readonly string[] }

/**
 * Saves the missing numbers of these sessions. A bill exists once it was emitted; a bill that only a vote names is
 * missing. Each session is one range of the index of natural keys.
 */
export async function saveSeries(client: PoolClient, where: Where): Promise<void> {
  const sessions = 'sessions' in where ? [...where.sessions] : await sessionsOf(client, where.jurisdictions)
  for (const session of sessions.toSorted()) await saveSession(client, session)
}

async function saveSession(client: PoolClient, key: string): Promise<void> {
  const [jurisdiction = '', session = ''] = key.split('|')
  const { rows } = await client.query<{ identifier: string }>(
    // Use a subquery and no join, so that each bill takes one index lookup even if table statistics are wrong.
    `SELECT split_part(i.natural_key, '|', 3) AS identifier FROM ingest.identity i
     WHERE i.entity_type = 'bill' AND i.natural_key > $1 AND i.natural_key < $2
       AND (SELECT true FROM ingest.stored_entity h WHERE h.entity_id = i.entity_id)`,
    [`${key}|`, `${key}}`],
  )
  const series = seriesOf(
    jurisdiction,
    rows.map(({ identifier }) => identifier),
  )
  await client.query(
    `WITH gone AS (
       DELETE FROM control.identifier_series WHERE jurisdiction = $1 AND session = $2 AND prefix <> ALL ($3)
     )
     INSERT INTO control.identifier_series
       (jurisdiction, session, prefix, present, lowest, highest, missing, first_missing)
     SELECT $1, $2, w.prefix, w.present, w.lowest, w.highest, w.missing,
       ARRAY(SELECT json_array_elements_text(w.first_missing)::bigint)
     FROM unnest($3::text[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::json[])
       AS w (prefix, present, lowest, highest, missing, first_missing)
     ON CONFLICT (jurisdiction, session, prefix) DO UPDATE SET present = excluded.present, lowest = excluded.lowest,
       highest = excluded.highest, missing = excluded.missing, first_missing = excluded.first_missing,
       updated_at = now()`,
    [
      jurisdiction,
      session,
      series.map(({ prefix }) => prefix),
      series.map(({ present }) => present),
      series.map(({ lowest }) => lowest),
      series.map(({ highest }) => highest),
      series.map(({ missing }) => missing),
      series.map(({ first_missing }) => JSON.stringify(first_missing)),
    ],
  )
}

async function sessionsOf(client: PoolClient, jurisdictions: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ session: string }>(
    `SELECT DISTINCT split_part(i.natural_key, '|', 1) || '|' || split_part(i.natural_key, '|', 2) AS session
     FROM unnest($1::text[]) AS j (jurisdiction)
     JOIN ingest.identity i ON i.entity_type = 'bill'
       AND i.natural_key COLLATE "C" > j.jurisdiction || '|' AND i.natural_key COLLATE "C" < j.jurisdiction || '}'`,
    [jurisdictions],
  )
  return rows.map(({ session }) => session)
}
