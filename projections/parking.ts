import type pg from 'pg'
import type { LogRecord } from '../runtime/log-record.ts'
import { laneOf, type Parked } from './fold.ts'

/** The lanes that are held up. Nearly always none. */
export async function loadParkedLanes(client: pg.PoolClient, read_schema: string): Promise<Set<string>> {
  const { rows } = await client.query<{ topic: string; key: string }>(
    'SELECT topic, key FROM control.parked_key WHERE read_schema = $1',
    [read_schema],
  )
  return new Set(rows.map(laneOf))
}

/** Sets events aside with their bytes, their headers and the reason, in the transaction that reads past them. */
export async function parkEvents(
  client: pg.PoolClient,
  read_schema: string,
  parked: readonly Parked[],
): Promise<void> {
  if (parked.length === 0) return
  const records = parked.map(({ decoded }) => decoded.record)
  await client.query(
    `INSERT INTO control.parked_key (read_schema, topic, key)
     SELECT DISTINCT $1, topic, key FROM unnest($2::text[], $3::text[]) AS k(topic, key) ON CONFLICT DO NOTHING`,
    [read_schema, records.map(({ topic }) => topic), records.map(({ key }) => storable(key))],
  )
  await client.query(
    `INSERT INTO control.parked_event (read_schema, topic, partition, "offset", key, code, error, headers, value)
     SELECT $1, * FROM unnest($2::text[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::json[],
       $9::bytea[]) ON CONFLICT DO NOTHING`,
    [
      read_schema,
      records.map(({ topic }) => topic),
      records.map(({ partition }) => partition),
      records.map(({ offset }) => String(offset)),
      records.map(({ key }) => storable(key)),
      parked.map(({ code }) => code),
      parked.map(({ error }) => storable(error)),
      records.map(({ headers }) => headersText(headers)),
      records.map(({ value }) => value),
    ],
  )
}

/** Postgres takes no NUL in text. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD')

/** Headers that are no UTF-8 are kept as base64. */
function headersText(headers: LogRecord['headers']): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        if (!Buffer.isBuffer(value)) return [name, value ?? null]
        const text = value.toString('utf8')
        return [name, Buffer.from(text).equals(value) ? text : { base64: value.toString('base64') }]
      }),
    ),
  )
}

/** The inverse of what was stored. */
export function headersFrom(
  stored: Readonly<Record<string, string | { base64: string } | null>>,
): LogRecord['headers'] {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      value === null ? undefined : typeof value === 'string' ? value : Buffer.from(value.base64, 'base64'),
    ]),
  )
}
