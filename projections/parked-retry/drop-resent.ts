import type pg from 'pg'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { Decoded } from '../fold/decode-records.ts'
import { dropEvents, type ParkedKeyRef } from './parked-key.ts'

/**
 * Drops messages whose stamp is ahead if their event was sent again later with a stamp that can be applied. A relay sends an
 * event again if Kafka's clock was behind. Returns the events that are still to be applied.
 */
export async function dropResent(
  client: pg.PoolClient,
  parkedKey: ParkedKeyRef,
  decoded: readonly Decoded[],
): Promise<readonly Decoded[]> {
  const readable = new Set(decoded.filter(({ event }) => event !== null).map(({ record }) => idOf(record)))
  const wasResent = (one: Decoded) => isAhead(one) && readable.has(idOf(one.record))
  const resent = decoded.filter(wasResent).map(({ record }) => record)
  await dropEvents(client, parkedKey, resent)
  return decoded.filter((one) => !wasResent(one))
}

function isAhead({ failure }: Decoded): boolean {
  return failure?.code === 'event_time_ahead'
}

/** The same event has the same id whenever it is sent. */
function idOf({ headers }: LogRecord): string {
  return String(headers.ce_id)
}
