import { journalFrom, readPackedBatch } from '../../../ingest/journal/journal.ts'
import { createPublisher } from '../../../ingest/relay/publisher.ts'
import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { topics } from '../../../schemas/log/topics.ts'
import { readAll, withLogSource } from '../log/log-sources.ts'
import { createTestTopics } from '../log/topics.ts'
import type { WholeService } from './whole-service.ts'

/** All records of a log, by `topic:partition`. */
export type LogCopy = ReadonlyMap<string, readonly LogRecord[]>

export async function readWholeLog(settings: Settings): Promise<LogCopy> {
  return withLogSource(settings, async (source) => {
    const found = new Map<string, LogRecord[]>()
    for (const { name } of topics) {
      for (const { partition, high } of await source.ranges(name))
        found.set(`${name}:${partition}`, await readAll(source, name, partition, 0n, high))
    }
    return found
  })
}

export const eventsIn = (log: LogCopy): number => [...log.values()].flat().length

/** The topics of a Kafka that was copied when its partitions ended at `ends`: the same batches in the same places. */
export async function olderKafka(
  { settings, database }: Pick<WholeService, 'settings' | 'database'>,
  ends: ReadonlyMap<string, number>,
): Promise<Settings> {
  const older = await createTestTopics(settings)
  const publisher = createPublisher(older, createKafka(older, 'legislog-test'))
  for (const { name: topic } of topics) {
    for (let partition = 0; partition < older.topic_partitions; partition++) {
      for (const entry of await journalFrom(database, { topic, partition }, 0n)) {
        if (entry.end_offset > BigInt(ends.get(`${topic}:${partition}`) ?? 0)) break
        const batch = await readPackedBatch(database, entry)
        const count = Number(entry.end_offset - entry.first_offset)
        await publisher.sendPacked([{ ...entry, count, batch }])
      }
    }
  }
  await publisher.close()
  return older
}

/** The topics of a Kafka that has some of these records, in their order. */
export async function copyOf(
  settings: Settings,
  log: LogCopy,
  isCopied: (record: LogRecord) => boolean,
): Promise<Settings> {
  const copy = await createTestTopics(settings)
  const publisher = createPublisher(copy, createKafka(copy, 'legislog-test'))
  for (const records of log.values()) {
    const copied = records.filter(isCopied)
    const [first] = copied
    if (first === undefined) continue
    const messages = copied.map(({ key, headers, value }) => ({
      key,
      value: value ?? Buffer.alloc(0),
      headers: [Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]))],
    }))
    await publisher.send([{ topic: first.topic, partition: first.partition, messages }])
  }
  await publisher.close()
  return copy
}
