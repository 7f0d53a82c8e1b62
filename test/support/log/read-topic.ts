import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { readAll, withLogSource } from './log-sources.ts'

/** All messages of a topic now, ordered by partition and offset. */
export function readTopic(settings: Settings, topic: TopicName): Promise<LogRecord[]> {
  return withLogSource(settings, async (source) => {
    const records: LogRecord[] = []
    for (const { partition, low, high } of await source.ranges(topic)) {
      records.push(...(await readAll(source, topic, partition, low, high)))
    }
    return records
  })
}

export function topicEnds(
  settings: Settings,
  topic: TopicName,
): Promise<{ partition: number; end: bigint }[]> {
  return withLogSource(settings, async (source) =>
    (await source.ranges(topic)).map(({ partition, high }) => ({ partition, end: high })),
  )
}

export function headerOf(record: LogRecord, name: string): string {
  return String(record.headers[name] ?? '')
}
