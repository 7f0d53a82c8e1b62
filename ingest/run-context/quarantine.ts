import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Database } from '../../runtime/postgres/postgres.ts'
import { MAX_RECORD_BYTES } from '../files/records.ts'
import type { Observation, Rejection } from '../source-interface/observation.ts'

export type QuarantinedRecord = {
  readonly id: number
  readonly source: string
  readonly record: string
  readonly jurisdiction: string | null
  readonly reason: Rejection['reason']
  readonly detail: string
  readonly form: 'record' | 'observation'
  readonly run_id: string
  readonly first_seen_at: string
  readonly last_seen_at: string
  readonly times_seen: number
  readonly byte_count: number
}

/** A rejection and the form of its bytes: as the source wrote them, or as the mapped observation. */
export type Rejected = Rejection & { readonly form: 'record' | 'observation' }

/** A record that was read and mapped but cannot be emitted. */
export function rejectObservation(
  observation: Observation,
  reason: Rejection['reason'],
  detail: string,
): Rejected {
  return {
    record: observation.record,
    reason,
    detail,
    bytes: Buffer.from(JSON.stringify(observation)),
    jurisdiction: observation.jurisdiction,
    form: 'observation',
  }
}

/**
 * Saves the bytes and the reason, once for repeated rejections. If a table is larger than a record may be, only its
 * start is saved.
 */
export async function quarantine(
  client: PoolClient,
  source: string,
  runId: string,
  rejections: readonly Rejected[],
): Promise<void> {
  const rows = new Map(
    rejections.map((rejection) => {
      const bytes = rejection.bytes.subarray(0, MAX_RECORD_BYTES)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return [`${rejection.reason}|${sha256}`, { ...rejection, bytes, sha256 }]
    }),
  )
  // Insert one by one: a record may have 32 MB, and there are few.
  for (const { record, jurisdiction, reason, detail, sha256, bytes, form } of rows.values()) {
    await client.query(
      `INSERT INTO ingest.quarantine (source, record, reason, detail, sha256, bytes, form, run_id, jurisdiction)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (source, reason, sha256) DO UPDATE SET record = excluded.record, detail = excluded.detail,
         jurisdiction = excluded.jurisdiction, run_id = excluded.run_id, last_seen_at = now(), times_seen = ingest.quarantine.times_seen + 1`,
      [source, printable(record), reason, printable(detail), sha256, bytes, form, runId, jurisdiction],
    )
  }
}

/** Updates the counts in `control`. The table is small, and its bytes are not read. */
export async function countQuarantined(client: Pick<PoolClient, 'query'>, source: string): Promise<void> {
  await client.query(
    `UPDATE control.source c SET quarantined = coalesce((
       SELECT json_object_agg(reason, records ORDER BY reason) FROM (
         SELECT reason, count(*) AS records FROM ingest.quarantine WHERE source = $1 GROUP BY reason
       ) counted), '{}')
     WHERE c.source = $1`,
    [source],
  )
  await client.query(
    `UPDATE control.source_freshness c SET quarantined = coalesce(n.reasons, '{}')
     FROM control.source_freshness f LEFT JOIN (
       SELECT jurisdiction, json_object_agg(reason, records ORDER BY reason) AS reasons FROM (
         SELECT jurisdiction, reason, count(*) AS records FROM ingest.quarantine WHERE source = $1 GROUP BY 1, 2
       ) counted GROUP BY jurisdiction
     ) n ON n.jurisdiction = f.jurisdiction
     WHERE f.source = $1 AND c.source = $1 AND c.jurisdiction = f.jurisdiction
       AND c.quarantined::text <> coalesce(n.reasons, '{}')::text`,
    [source],
  )
}

/** Messages quote the invalid value, which may contain what Postgres cannot store. */
function printable(text: string): string {
  return text.replaceAll('\0', '\\0').toWellFormed().slice(0, 2_000)
}

const COLUMNS = `id, source, record, jurisdiction, reason, detail, form, run_id, first_seen_at, last_seen_at, times_seen,
  octet_length(bytes) AS byte_count`

export async function listQuarantine(
  database: Database,
  filter: {
    readonly source?: string
    readonly reason?: string
    readonly jurisdiction?: string
    readonly limit?: number
  } = {},
): Promise<QuarantinedRecord[]> {
  const { rows } = await database.query<QuarantinedRecord>(
    `SELECT ${COLUMNS} FROM ingest.quarantine
     WHERE ($1::text IS NULL OR source = $1) AND ($2::text IS NULL OR reason = $2)
       AND ($3::text IS NULL OR jurisdiction = $3)
     ORDER BY id LIMIT $4`,
    [filter.source ?? null, filter.reason ?? null, filter.jurisdiction ?? null, filter.limit ?? 100],
  )
  return rows
}

export type QuarantineSummary = {
  readonly source: string
  readonly reason: Rejection['reason']
  readonly jurisdiction: string | null
  readonly records: number
  readonly last_seen_at: string
  /** Gives the newest records. */
  readonly example_id: number
  readonly example: string
}

/** Counts quarantined records by source, reason and place, highest count first. */
export async function summarizeQuarantine(database: Database): Promise<QuarantineSummary[]> {
  const { rows } = await database.query<QuarantineSummary>(
    `SELECT source, reason, jurisdiction, count(*) AS records, max(last_seen_at) AS last_seen_at,
       max(id) AS example_id, (array_agg(detail ORDER BY id DESC))[1] AS example
     FROM ingest.quarantine GROUP BY source, reason, jurisdiction
     ORDER BY records DESC, source, reason, jurisdiction`,
  )
  return rows
}

export async function readQuarantined(
  database: Database,
  id: number,
): Promise<(QuarantinedRecord & { readonly bytes: Buffer }) | null> {
  const { rows } = await database.query<QuarantinedRecord & { bytes: Buffer }>(
    `SELECT ${COLUMNS}, bytes FROM ingest.quarantine WHERE id = $1`,
    [id],
  )
  return rows[0] ?? null
}

/** Gives true if the record existed. */
export async function dropQuarantined(database: Database, id: number): Promise<boolean> {
  const { rows } = await database.query<{ source: string }>(
    'DELETE FROM ingest.quarantine WHERE id = $1 RETURNING source',
    [id],
  )
  for (const { source } of rows) await countQuarantined(database, source)
  return rows.length === 1
}
