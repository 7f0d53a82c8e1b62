import { partitionOf } from '../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { eventId, toHeaders } from '../../schemas/log/envelope.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import { catalog, type EventType } from '../../schemas/log/event-catalog.ts'
import type { EventBodyOf } from '../../schemas/log/event-schemas.ts'
import { packSeq } from '../../schemas/log/position.ts'
import type { TopicName } from '../../schemas/log/topics.ts'

export const PARTITIONS = 4

/** An event in its place, as the log would give it. */
export type Logged = { readonly event: LogEvent; readonly topic: TopicName; readonly partition: number }

/** Writes a log event by event: places, sequences and stamps as relay and broker would give them. */
export class LogBuilder {
  readonly #logged: Logged[] = []
  readonly #sequences = new Map<number, number>()
  readonly #ends = new Map<string, bigint>()
  #stamps = 0

  /** `key` is the bill's ocd_id for bills and votes, else the entity's own. */
  add<T extends EventType>(type: T, key: string, body: EventBodyOf<T>): LogEvent<T> {
    const { id, ocd_id } = body as { id: number; ocd_id: string }
    const { topic } = catalog[type]
    const partition = partitionOf(key, PARTITIONS)
    const place = `${topic}:${partition}`
    const offset = this.#ends.get(place) ?? 0n
    const sequence = (this.#sequences.get(id) ?? 0) + 1
    this.#ends.set(place, offset + 1n)
    this.#sequences.set(id, sequence)
    this.#stamps += 1
    const event = {
      type,
      key,
      body,
      seq: packSeq({ topic, partition, offset }),
      meta: {
        id: eventId(ocd_id, type, sequence, body as object),
        source: 'test/golden',
        subject: ocd_id,
        time: '2026-01-10T12:00:00Z',
        schema_version: catalog[type].version,
        recorded_at: `2026-02-01T00:00:00.${String(this.#stamps).padStart(6, '0')}Z`,
        sequence,
        run: 'golden',
        backfill: false,
      },
    } as unknown as LogEvent<T>
    this.#logged.push({ event: event as LogEvent, topic, partition })
    return event
  }

  get logged(): readonly Logged[] {
    return this.#logged
  }
}

/** An event as a message: encode its body with the codec first. */
export function recordOf({ event, topic, partition }: Logged, offset: bigint, value: Buffer): LogRecord {
  const headers = {
    ...toHeaders(event.type, event.meta),
    ce_recordedtime: event.meta.recorded_at,
  }
  const appendedAt = Date.parse(event.meta.recorded_at)
  return { topic, partition, offset, key: event.key, headers, value, appended_at: appendedAt }
}
