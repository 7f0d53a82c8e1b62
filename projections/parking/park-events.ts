import type pg from 'pg'
import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { headersText, storable } from '../../runtime/kafka/records/stored-headers.ts'
import { type MessagePlace, orderingKeyOf, type ParkedDecoded } from '../fold/fold-events.ts'
import type { Span } from '../read-schemas/positions.ts'

/** The events of a batch that are not applied, whatever they contain. Usually none. */
type BlockedKeys = {
  /** The parked ordering keys. */
  readonly orderingKeys: ReadonlySet<string>
  isGivenUp(record: LogRecord): boolean
}

export async function loadBlocked(
  client: pg.PoolClient,
  readSchema: string,
  spans: readonly Span[],
): Promise<BlockedKeys> {
  const { rows } = await client.query<{
    topic: string
    partition: number
    key: string
    place: string | null
  }>(
    `SELECT topic, partition, key, NULL AS place FROM control.parked_key WHERE read_schema = $1
     UNION ALL
     SELECT topic, partition, key, topic || ':' || partition || ':' || "offset" FROM control.parked_event
     JOIN unnest($2::text[], $3::int[], $4::bigint[], $5::bigint[]) AS s(topic, partition, since, upto)
       USING (topic, partition)
     WHERE read_schema = $1 AND "offset" >= since AND "offset" < upto AND dropped_at IS NOT NULL`,
    [
      readSchema,
      spans.map(({ topic }) => topic),
      spans.map(({ partition }) => partition),
      spans.map(({ from }) => String(from)),
      spans.map(({ to }) => String(to)),
    ],
  )
  const givenUp = new Set(rows.map(({ place }) => place).filter((place) => place !== null))
  return {
    orderingKeys: new Set(rows.filter(({ place }) => place === null).map(orderingKeyOf)),
    isGivenUp: (record) => givenUp.size > 0 && givenUp.has(`${partitionKey(record)}:${record.offset}`),
  }
}

/** Parks events with their bytes, headers and reason, in the transaction that moves the positions past them. */
export async function parkEvents(
  client: pg.PoolClient,
  readSchema: string,
  parked: readonly ParkedDecoded[],
): Promise<void> {
  if (parked.length === 0) return
  const records = parked.map(({ decoded }) => decoded.record)
  await client.query(
    `INSERT INTO control.parked_key (read_schema, topic, partition, key)
     SELECT DISTINCT $1, k.* FROM unnest($2::text[], $3::int[], $4::text[]) AS k (topic, partition, key)
     ON CONFLICT DO NOTHING`,
    [
      readSchema,
      records.map(({ topic }) => topic),
      records.map(({ partition }) => partition),
      records.map(({ key }) => key),
    ],
  )
  await client.query(
    `INSERT INTO control.parked_event
       (read_schema, topic, partition, "offset", key, code, error, headers, value, appended_at)
     SELECT $1, * FROM unnest($2::text[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::json[],
       $9::bytea[], $10::bigint[]) ON CONFLICT DO NOTHING`,
    [
      readSchema,
      records.map(({ topic }) => topic),
      records.map(({ partition }) => partition),
      records.map(({ offset }) => String(offset)),
      records.map(({ key }) => key),
      parked.map(({ code }) => code),
      parked.map(({ error }) => storable(error)),
      records.map(({ headers }) => headersText(headers)),
      records.map(({ value }) => value),
      records.map(({ appended_at }) => appended_at),
    ],
  )
}

/** Stores which messages did not change the rows, usually none: webhooks must not report them either. */
export async function recordSkipped(
  client: pg.PoolClient,
  readSchema: string,
  skipped: readonly MessagePlace[],
): Promise<void> {
  if (skipped.length === 0) return
  await client.query(
    `INSERT INTO control.skipped_event (read_schema, topic, partition, "offset")
     SELECT $1, * FROM unnest($2::text[], $3::int[], $4::bigint[]) ON CONFLICT DO NOTHING`,
    [
      readSchema,
      skipped.map(({ topic }) => topic),
      skipped.map(({ partition }) => partition),
      skipped.map(({ offset }) => String(offset)),
    ],
  )
}
