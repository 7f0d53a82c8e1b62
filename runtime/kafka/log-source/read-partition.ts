import type { TopicName } from '../../../schemas/log/topics.ts'
import { createLog } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Kafka } from '../client/kafka-client.ts'
import type { LogRecord } from '../records/log-record.ts'
import { createLogSource, recordsOf } from './log-source.ts'

/**
 * Reads one partition number of some topics from the start of the log up to, not including, an offset each, topic after
 * topic. It belongs to no group and moves no position. Throws `retention_gap` or `log_epoch` if the log does not have
 * all of it.
 */
export async function readPartition(
  options: {
    readonly settings: Settings
    readonly kafka: Kafka
    readonly partition: number
    readonly until: ReadonlyMap<TopicName, bigint>
  },
  onRecords: (records: readonly LogRecord[]) => Promise<void>,
): Promise<void> {
  const { settings, kafka, partition, until } = options
  const source = createLogSource({ settings, kafka, log: createLog('read-partition', settings.log_level) })
  try {
    for (const [topic, end] of until) {
      const place = { topic, partition }
      for await (const batch of source.batches(place, 0n, end)) {
        const records = recordsOf(place, batch)
        const last = records.findIndex(({ offset }) => offset >= end)
        await onRecords(last < 0 ? records : records.slice(0, last))
      }
    }
  } finally {
    await source.close()
  }
}
