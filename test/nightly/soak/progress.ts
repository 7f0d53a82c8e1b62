import type { Database } from '../../../runtime/postgres/postgres.ts'

/** Checks of progress since they were made. */
export type Progress = () => Promise<boolean>

/** Everything in the outbox at this time is published. */
export async function relayed(database: Database): Promise<Progress> {
  const { rows } = await database.query<{ last: number }>(
    'SELECT coalesce(max(id), 0) AS last FROM ingest.outbox',
  )
  const last = rows[0]!.last
  return () =>
    isTrue(database, 'SELECT NOT EXISTS (SELECT FROM ingest.outbox WHERE id <= $1) AS is_so', [last])
}

/** Everything in the log at this time is projected. */
export async function projected(database: Database): Promise<Progress> {
  const ends = await endsOf(database)
  return () =>
    isTrue(
      database,
      `SELECT NOT EXISTS (
         SELECT FROM control.position p JOIN control.read_schema r ON r.name = p.read_schema AND r.is_live
         JOIN ${ENDS} USING (topic, partition) WHERE p.next < ends.until) AS is_so`,
      ends,
    )
}

/** Everything in the log at this time is dispatched. */
export async function dispatched(database: Database): Promise<Progress> {
  const ends = await endsOf(database)
  return () =>
    isTrue(
      database,
      `SELECT NOT EXISTS (
         SELECT FROM webhook.position p JOIN ${ENDS} USING (topic, partition) WHERE p.next < ends.until) AS is_so`,
      ends,
    )
}

/** A run of ingest that began later has succeeded. */
export async function ingested(database: Database): Promise<Progress> {
  const { rows } = await database.query<{ at: string }>('SELECT clock_timestamp()::text AS at')
  const at = rows[0]!.at
  const text = `SELECT EXISTS (
    SELECT FROM ingest.run WHERE source = 'soak' AND started_at > $1 AND status = 'done') AS is_so`
  return () => isTrue(database, text, [at])
}

export function answering(url: string): Progress {
  return async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
}

const ENDS = 'unnest($1::text[], $2::integer[], $3::bigint[]) AS ends (topic, partition, until)'

async function endsOf(database: Database): Promise<unknown[]> {
  const { rows } = await database.query<{ topic: string; partition: number; end: string }>(
    'SELECT topic, partition, end_offset::text AS end FROM control.partition_clock',
  )
  return [rows.map(({ topic }) => topic), rows.map(({ partition }) => partition), rows.map(({ end }) => end)]
}

async function isTrue(database: Database, text: string, values: readonly unknown[]): Promise<boolean> {
  const { rows } = await database.query<{ is_so: boolean }>(text, [...values])
  return rows[0]!.is_so
}
