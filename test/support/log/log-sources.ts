import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { createLogSource, type LogSource, recordsOf } from '../../../runtime/kafka/log-source/log-source.ts'
import type { LogRecord } from '../../../runtime/kafka/records/log-record.ts'
import { createLog } from '../../../runtime/log.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import { cleanUp } from '../harness/clean-up.ts'

/** A source that is closed when the test file has ended. */
export function openLogSource(settings: Settings): LogSource {
  const source = createSource(settings)
  cleanUp(() => source.close())
  return source
}

export async function withLogSource<T>(
  settings: Settings,
  use: (source: LogSource) => Promise<T>,
): Promise<T> {
  const source = createSource(settings)
  try {
    return await use(source)
  } finally {
    await source.close()
  }
}

function createSource(settings: Settings): LogSource {
  const log = createLog('source', 'silent')
  return createLogSource({ settings, kafka: createKafka(settings, 'legislog-test', log), log })
}

export async function readAll(
  source: LogSource,
  topic: TopicName,
  partition: number,
  from: bigint,
  until: bigint,
): Promise<LogRecord[]> {
  const records: LogRecord[] = []
  for await (const batch of source.batches({ topic, partition }, from, until)) {
    records.push(...recordsOf({ topic, partition }, batch))
  }
  return records.filter(({ offset }) => offset >= from && offset < until)
}
