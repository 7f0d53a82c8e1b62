import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { isStamp } from '../../schemas/values/instant.ts'
import { WaitingEvent } from './waiting-event.ts'

/** A message of the log: an event, or the reason why it is unreadable. */
export type Decoded = {
  readonly record: LogRecord
  readonly event: LogEvent | null
  readonly failure: LegislogError | null
}

/**
 * Decodes each message by itself. Throws a WaitingEvent only if no message is at fault: `registry_unreachable`,
 * `event_newer`.
 */
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

/** Waits until the registry answers, or until newer code reads it. Such an event is never parked. */
export function isNoFaultOfMessage({ code }: LegislogError): boolean {
  return code === 'registry_unreachable' || code === 'event_newer'
}

/** Wraps any error as a LegislogError; the original is its cause. */
export function asFailure(error: unknown, code: 'event_undecodable' | 'evolve_failed'): LegislogError {
  if (error instanceof LegislogError) return error
  return new LegislogError(code, error instanceof Error ? error.message : String(error), { cause: error })
}

/** The stamp of a message that may be unreadable otherwise. null if it has none, or one that no relay writes. */
export function stampOf(codec: Pick<EventCodec, 'isStampAhead'>, record: LogRecord): string | null {
  const stamp = String(record.headers.ce_recordedtime ?? '')
  return isStamp(stamp) && !codec.isStampAhead(stamp, record.appended_at) ? stamp : null
}
