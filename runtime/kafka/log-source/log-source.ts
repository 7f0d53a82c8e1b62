import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Kafka } from '../client/kafka-client.ts'
import { partitionKey, type TopicPartition } from '../client/log-position.ts'
import { type Fetched, fetchBatches } from './fetch-batches.ts'
import { type PartitionRange, PartitionRanges } from './partition-ranges.ts'
import { RetriedCluster } from './retried-cluster.ts'
import { openBatch, type RawBatch, type SealedBatch } from './sealed-batch.ts'

export type { PartitionRange } from './partition-ranges.ts'
export { type RawBatch, releaseBuffer, unpackBatch } from './sealed-batch.ts'
export { type RecordBounds, recordAt, recordsOf, walkRecords } from './walk-records.ts'

/** Reads the log from any offset to any other, without a group and without leaving a trace. */
export type LogSource = {
  /** The first offset and the one after the last, by partition. */
  ranges(topic: TopicName): Promise<PartitionRange[]>
  /** The ranges of several topics, by two requests to each broker. */
  allRanges(topics: readonly TopicName[]): Promise<Map<TopicName, PartitionRange[]>>
  /** Ends of all partitions of these topics, by `topic:partition`: one request to each broker. */
  ends(places: readonly { readonly topic: TopicName }[]): Promise<Map<string, bigint>>
  /**
   * Gives every record of [from, until) in order, batch by batch. The first and the last batch may contain
   * more: filter by offset. One response is fetched ahead. Throws `retention_gap` or `log_epoch` if the log
   * does not have all of it, `topic_mismatch` if it has no such partition, `log_unreadable` for a broken
   * batch, and `service_failed` if Kafka stays down.
   */
  batches(place: TopicPartition, from: bigint, until: bigint): AsyncGenerator<RawBatch, void, undefined>
  close(): Promise<void>
}

/** The first response is small, for callers that want one record. Each is four times the last, up to the limit. */
const FIRST_FETCH_BYTES = 256 * 1024
const FETCH_BYTES = 4 * 1024 * 1024

/** Connects at the first call, and only reads. Any thread may use it, and several readers at once. */
export function createLogSource(options: {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly log: Log
}): LogSource {
  const { settings, kafka, log } = options
  const cluster = new RetriedCluster(kafka, log)
  const ranges = new PartitionRanges(cluster, settings)

  async function* batches(
    place: TopicPartition,
    from: bigint,
    until: bigint,
  ): AsyncGenerator<RawBatch, void, undefined> {
    const at = partitionKey(place)
    const open = (batch: SealedBatch) => quietly(openBatch(at, batch))
    let bytes = FIRST_FETCH_BYTES
    const fetch = (next: bigint) =>
      next < until
        ? quietly(fetchBatches({ settings, cluster, ranges }, { place, from: next, until, bytes }))
        : undefined
    let fetching = fetch(from)
    while (fetching !== undefined) {
      const fetched: Fetched = await fetching
      bytes = Math.min(4 * bytes, FETCH_BYTES)
      fetching = fetch(fetched.next)
      const wanted = fetched.batches.filter(({ base_offset }) => base_offset < until)
      let opening = wanted.length > 0 ? open(wanted[0]!) : undefined
      for (let index = 1; opening !== undefined; index++) {
        const batch: RawBatch = await opening
        opening = index < wanted.length ? open(wanted[index]!) : undefined
        yield batch
      }
    }
  }

  return {
    ranges: (topic) => ranges.of(topic),
    allRanges: (topics) => ranges.ofAll(topics),
    ends: (partitions) => ranges.ends(partitions),
    batches,
    close: () => cluster.close(),
  }
}

/** A fetch ahead may fail when callers no longer wait for it. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  // Code that still waits for it gets the error.
  promise.catch(() => {})
  return promise
}
