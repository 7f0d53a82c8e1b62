import type pg from 'pg'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { Decoded } from '../fold/decode-records.ts'

/**
 * Drops messages whose stamp is ahead if their event was sent again later with a stamp that can be applied. A relay sends an
 * event again if Kafka's clock was behind. Returns the events that are still to be applied.
 */
export async function dropResent(
  client: pg.PoolClient,
  readSchema: string,
  decoded: readonly Decoded[],
): Promise<readonly Decoded[]> {
  const readable = new Set(decoded.filter(({ event }) => event !== null).map(({ record }) => idOf(record)))
  const wasResent = (one: Decoded) => isAhead(one) && readable.has(idOf(one.record))
  for (const { record } of decoded.filter(wasResent))
    await client.query(
      `UPDATE control.parked_event SET dropped_at = clock_timestamp()
       WHERE read_schema = $1 AND topic = $2 AND partition = $3 AND "offset" = $4`,
      [readSchema, record.topic, record.partition, String(record.offset)],
    )
  return decoded.filter((one) => !wasResent(one))
}

function isAhead({ failure }: Decoded): boolean {
  return failure?.code === 'event_time_ahead'
}

/** The same event has the same id whenever it is sent. */
function idOf({ headers }: LogRecord): string {
  return String(headers.ce_id)
}
