import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { isStamp } from '../../schemas/values/instant.ts'
import { WaitingEvent } from './waiting-event.ts'

/** A message of the log, read or found unreadable. */
export type Decoded = {
  readonly record: LogRecord
  readonly event: LogEvent | null
  readonly failure: LegislogError | null
}

/** Reads each message by itself. Throws only what no message is to blame for, as a WaitingEvent: `registry_unreachable`, `event_newer`. */
export async function decodeRecords(codec: EventCodec, records: readonly LogRecord[]): Promise<Decoded[]> {
  const decoded: Decoded[] = []
  for (const record of records) decoded.push(await decodeRecord(codec, record))
  return decoded
}

export async function decodeRecord(codec: EventCodec, record: LogRecord): Promise<Decoded> {
  try {
    const event = codec.decodeKnown(record) ?? (await codec.decode(record))
    return { record, event, failure: null }
  } catch (error) {
    const failure = asFailure(error, 'event_undecodable')
    if (isNoFaultOfMessage(failure)) throw new WaitingEvent(failure, record)
    return { record, event: null, failure }
  }
}

/** It is read once the registry answers, or by code that knows its version: to be waited for, never parked. */
export function isNoFaultOfMessage({ code }: LegislogError): boolean {
  return code === 'registry_unreachable' || code === 'event_newer'
}

/** Any error as one of ours; the first one stays its cause. */
export function asFailure(error: unknown, code: 'event_undecodable' | 'evolve_failed'): LegislogError {
  if (error instanceof LegislogError) return error
  return new LegislogError(code, error instanceof Error ? error.message : String(error), { cause: error })
}

/** The stamp of a message that need not be readable otherwise; null if it has none, or one that no relay gave. */
export function stampOf(codec: Pick<EventCodec, 'isStampAhead'>, record: LogRecord): string | null {
  const stamp = String(record.headers.ce_recordedtime ?? '')
  return isStamp(stamp) && !codec.isStampAhead(stamp, record.appended_at) ? stamp : null
}
