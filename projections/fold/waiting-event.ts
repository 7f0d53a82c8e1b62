import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { type ErrorCode, LegislogError } from '../../schemas/errors.ts'

/** An event before which projectors wait. It is not applied or parked until something else has changed. */
export type Wait = {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  /** `event_newer`, `registry_unreachable`. */
  readonly code: ErrorCode
  readonly type: string
  /** The finding, and what is needed. */
  readonly message: string
  /** By the database's time. */
  readonly since: string
}

/** The reason why an event waits, with its position in the log. Code and cause are those of the reason. */
export class WaitingEvent extends LegislogError {
  readonly wait: Omit<Wait, 'since'>

  constructor(reason: LegislogError, { topic, partition, offset, headers }: LogRecord) {
    const message = `${reason.message}: ${needed[reason.code] ?? 'it is tried again'}`
    super(reason.code, `${topic}:${partition} at ${offset}: ${message}`, { cause: reason })
    const type = String(headers.ce_type ?? '')
    this.wait = { topic, partition, offset: Number(offset), code: reason.code, type, message }
  }
}

const needed: Partial<Record<ErrorCode, string>> = {
  event_newer: 'start code that knows this version',
  registry_unreachable: 'start the schema registry',
}
