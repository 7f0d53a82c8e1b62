import type pg from 'pg'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { createTables } from '../read-model/table.ts'
import { codeFingerprint } from '../read-schemas/code-fingerprint.ts'
import { addPositions, lockReadSchemas } from '../read-schemas/read-schema.ts'
import { readTables } from '../tables/read-tables.ts'
import type { RebuildRecord, Spans } from './record/rebuild-record.ts'

/**
 * Creates an empty read schema without indexes, into which only the rebuild writes, and the record of the rebuild.
 * Events that were dropped in the live one are dropped here too.
 */
export async function createCandidate(options: {
  readonly database: Database
  readonly settings: Settings
  readonly spans: Spans
  readonly until_at: string | null
  readonly live: string | undefined
}): Promise<RebuildRecord> {
  const { database, settings, spans, until_at, live } = options
  const code = codeFingerprint()
  return inTransaction(database, async (client) => {
    await lockReadSchemas(client)
    const name = await nextName(client)
    await client.query(`INSERT INTO control.read_schema (name, state, code) VALUES ($1, 'building', $2)`, [
      name,
      code,
    ])
    await client.query([`CREATE SCHEMA ${name}`, ...createTables(name, readTables)].join(';\n'))
    await addPositions(client, settings, name)
    if (live !== undefined) await copyDropped(client, live, name, spans)
    const { rows } = await client.query<RebuildRecord>(
      `INSERT INTO control.rebuild (read_schema, code, phase, until_at, spans) VALUES ($1, $2, 'load', $3, $4)
       RETURNING id, read_schema, code, phase, until_at, spans, report, error, started_at, ended_at`,
      [name, code, until_at, JSON.stringify(spans)],
    )
    return rows[0]!
  })
}

/** Names are never reused, so that nothing of an old read schema is taken for the new one's. */
async function nextName(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ last: number }>(
    `SELECT coalesce(max(substr(name, 6)::integer), 0) AS last FROM (
       SELECT name FROM control.read_schema UNION ALL SELECT read_schema FROM control.rebuild
       UNION ALL SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname ~ '^read_\\d{4}$'
     ) named`,
  )
  return `read_${String(rows[0]!.last + 1).padStart(4, '0')}`
}

/** Only as far as the load reads. Later events are handled as they come. */
async function copyDropped(client: pg.PoolClient, from: string, to: string, spans: Spans): Promise<void> {
  await client.query(
    `INSERT INTO control.parked_event
       (read_schema, topic, partition, "offset", key, code, error, headers, value, appended_at, parked_at, dropped_at)
     SELECT $2, topic, partition, "offset", key, code, error, headers, value, appended_at, parked_at, dropped_at
     FROM control.parked_event WHERE read_schema = $1 AND dropped_at IS NOT NULL
       AND "offset" < ($3::json ->> (topic || ':' || partition))::bigint`,
    [from, to, JSON.stringify(spans)],
  )
}
