import { createEventCodec, type EventCodec, isFaultOfMessage } from '../../../runtime/events/event-codec.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'

/** Says if a message of the log is an event that readers apply now, or may apply with newer code. */
export type IsEvent = (record: LogRecord) => Promise<boolean>

/** Its schemas are compiled at the first call, which is rare. */
export function createIsEvent(settings: Settings, database: Database): IsEvent {
  let codec: EventCodec | undefined
  return async (record) => {
    codec ??= await createEventCodec(settings, database)
    try {
      await codec.decode(record)
      return true
    } catch (error) {
      if (isFaultOfMessage(error)) return false
      if (error instanceof LegislogError && error.code === 'event_newer') return true
      throw error
    }
  }
}
