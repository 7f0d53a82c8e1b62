import type { EventCodec } from '../runtime/event-codec.ts'
import type { LogRecord } from '../runtime/log-record.ts'
import { LegislogError } from '../schemas/errors.ts'
import type { LogEvent } from '../schemas/event.ts'

/** A message of the log, read or found unreadable. */
export type Decoded = {
  readonly record: LogRecord
  readonly event: LogEvent | null
  readonly failure: LegislogError | null
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** Reads each message by itself. Throws only what may pass: `registry_unreachable`. */
export async function decodeRecords(codec: EventCodec, records: readonly LogRecord[]): Promise<Decoded[]> {
  const decoded: Decoded[] = []
  for (const record of records) decoded.push(await decodeRecord(codec, record))
  return decoded
}

async function decodeRecord(codec: EventCodec, record: LogRecord): Promise<Decoded> {
  try {
    const event = codec.decodeKnown(record) ?? (await codec.decode(record))
    requireInstant(event.meta.recorded_at)
    return { record, event, failure: null }
  } catch (error) {
    const failure = asFailure(error, 'event_undecodable')
    if (failure.code === 'registry_unreachable') throw failure
    return { record, event: null, failure }
  }
}

/** Any error as one of ours; the first one stays its cause. */
export function asFailure(error: unknown, code: 'event_undecodable' | 'evolve_failed'): LegislogError {
  if (error instanceof LegislogError) return error
  return new LegislogError(code, error instanceof Error ? error.message : String(error), { cause: error })
}

/** A stamp is compared as text and written as binary, so its form must be the relay's. */
function requireInstant(recorded_at: string): void {
  if (INSTANT.test(recorded_at) && !Number.isNaN(Date.parse(recorded_at))) return
  throw new LegislogError('event_undecodable', `header ce_recordedtime is ${JSON.stringify(recorded_at)}`)
}

/** The stamp of a message that need not be readable otherwise; null where it has none. */
export function stampOf(record: LogRecord): string | null {
  const stamp = String(record.headers.ce_recordedtime ?? '')
  return INSTANT.test(stamp) && !Number.isNaN(Date.parse(stamp)) ? stamp : null
}
