import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { LogEvent } from '../../../schemas/log/event.ts'
import { catalog } from '../../../schemas/log/event-catalog.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'

export type Logged = { readonly event: LogEvent; readonly record: LogRecord }

/** A log without a broker: each topic has one partition, and messages are decoded to the events that were appended. */
export function createListedLog() {
  const logged: Logged[] = []
  const ends = new Map<TopicName, number>()
  const events = new Map<string, LogEvent>()
  const nameOf = ({ topic, offset }: Pick<LogRecord, 'topic' | 'offset'>) => `${topic} ${offset}`
  return {
    codec: { decode: async (record: LogRecord) => events.get(nameOf(record))! },
    all: (): readonly Logged[] => logged,
    endOf: (topic: TopicName): number => ends.get(topic) ?? 0,
    append(event: LogEvent): Logged {
      const topic: TopicName = catalog[event.type].topic
      const offset = ends.get(topic) ?? 0
      ends.set(topic, offset + 1)
      const record: LogRecord = {
        topic,
        partition: 0,
        offset: BigInt(offset),
        key: event.key,
        headers: { ce_type: event.type, ce_backfill: String(event.meta.backfill) },
        value: null,
        appended_at: 0,
      }
      events.set(nameOf(record), event)
      const both = { event, record }
      logged.push(both)
      return both
    },
    /** Consecutive messages as slices of a batch. */
    slicesOf(some: readonly Logged[]) {
      const topics = Map.groupBy(
        some.map(({ record }) => record),
        ({ topic }) => topic,
      )
      return [...topics].map(([topic, records]) => ({
        topic,
        partition: 0,
        from: records[0]!.offset,
        to: records.at(-1)!.offset + 1n,
        records,
      }))
    },
  }
}
