import { LegislogError } from '../../../schemas/errors.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import { type Kafka, topicName } from '../client/kafka-client.ts'
import { partitionKey, type TopicPartition } from '../client/log-position.ts'
import type { FetchedPartition } from './fetch-response.ts'
import { createCluster, fetchPartition } from './kafkajs-cluster.ts'
import { isOutOfRange, protocolError, retry } from './retry.ts'
import { leaveOutAborted, openBatch, type RawBatch, type SealedBatch, splitBatches } from './sealed-batch.ts'

export { type RawBatch, releaseBuffer, unpackBatch } from './sealed-batch.ts'
export { type RecordBounds, recordAt, recordsOf, walkRecords } from './walk-records.ts'

export type PartitionRange = { readonly partition: number; readonly low: bigint; readonly high: bigint }

/** Reads the log from any offset to any other, without a group and without leaving a trace. */
export type LogSource = {
  /** The first offset and the one after the last, by partition. */
  ranges(topic: TopicName): Promise<PartitionRange[]>
  /** Ends of all partitions of these topics, by `topic:partition`: one request to each broker. */
  ends(places: readonly { readonly topic: TopicName }[]): Promise<Map<string, bigint>>
  /**
   * Gives every record of [from, until) in order, batch by batch. The first and the last batch may hold more: filter by
   * offset. One response is fetched ahead. Throws `retention_gap` or `log_epoch` if the log does not have all of it,
   * `topic_mismatch` if it has no such partition, `log_unreadable` for a broken batch, and `service_failed` if Kafka
   * stays down.
   */
  batches(place: TopicPartition, from: bigint, until: bigint): AsyncGenerator<RawBatch, void, undefined>
  close(): Promise<void>
}

/** The first response is small, for callers that want one record. Each is four times the last, up to the limit. */
const FIRST_FETCH_BYTES = 256 * 1024
const FETCH_BYTES = 4 * 1024 * 1024
/** Only for a batch that is larger. */
const MAX_FETCH_BYTES = 256 * 1024 * 1024

type Fetched = { readonly batches: readonly SealedBatch[]; readonly next: bigint }

/** Connects at the first call, and only reads. Any thread may use it, and several readers at once. */
export function createLogSource(options: {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly log: Log
}): LogSource {
  const { settings, kafka, log } = options
  const cluster = createCluster(kafka)
  let opened: Promise<void> | undefined

  /** A broker that never answered gets no more time than kafkajs gives it. */
  const once = async (topic: string): Promise<void> => {
    opened ??= cluster.connect().catch((cause) => {
      opened = undefined
      throw new LegislogError('service_failed', 'Kafka does not answer', { cause })
    })
    await opened
    await cluster.addTargetTopic(topic)
  }

  const retried = <T>(what: string, attempt: () => Promise<T>): Promise<T> =>
    retry({ what, log, attempt, beforeNext: () => cluster.refreshMetadata() })

  /** The first offset of each partition of these topics, or the one after its last. */
  async function offsetsOf(topics: readonly TopicName[], fromBeginning: boolean) {
    const asked = new Map(topics.map((topic) => [topicName(settings, topic), topic]))
    for (const name of asked.keys()) await once(name)
    const found = await cluster.fetchTopicsOffset(
      [...asked.keys()].map((topic) => ({
        topic,
        partitions: cluster
          .findTopicPartitionMetadata(topic)
          .map(({ partitionId }) => ({ partition: partitionId })),
        fromBeginning,
      })),
    )
    return found.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => {
        return { topic: asked.get(topic)!, partition, offset: BigInt(offset) }
      }),
    )
  }

  async function ranges(topic: TopicName): Promise<PartitionRange[]> {
    return retried(`the ends of ${topic}`, async () => {
      const [low, high] = [await offsetsOf([topic], true), await offsetsOf([topic], false)]
      const highs = new Map(high.map(({ partition, offset }) => [partition, offset]))
      return low
        .map(({ partition, offset }) => ({ partition, low: offset, high: highs.get(partition)! }))
        .sort((a, b) => a.partition - b.partition)
    })
  }

  async function ends(partitions: readonly { readonly topic: TopicName }[]): Promise<Map<string, bigint>> {
    const topics = [...new Set(partitions.map(({ topic }) => topic))]
    return retried(`the ends of ${topics.join(', ')}`, async () => {
      const found = await offsetsOf(topics, false)
      return new Map(found.map((end) => [partitionKey(end), end.offset]))
    })
  }

  async function throwOutOfRange(topicPartition: TopicPartition, from: bigint, until: bigint): Promise<void> {
    const range = (await ranges(topicPartition.topic)).find(
      ({ partition }) => partition === topicPartition.partition,
    )
    const at = partitionKey(topicPartition)
    if (range === undefined)
      throw new LegislogError(
        'topic_mismatch',
        `topic ${topicPartition.topic} has no partition ${topicPartition.partition}`,
      )
    if (range.low > from) {
      throw new LegislogError(
        'retention_gap',
        `${at} begins at ${range.low}; the next event to read is ${from}`,
      )
    }
    if (range.high < until) {
      throw new LegislogError(
        'log_epoch',
        `${at} ends at ${range.high}, before ${until}: this is another log`,
      )
    }
  }

  async function fetchFrom(
    topicPartition: TopicPartition,
    from: bigint,
    until: bigint,
    bytes: number,
  ): Promise<Fetched> {
    const at = partitionKey(topicPartition)
    const topic = topicName(settings, topicPartition.topic)
    let max_bytes = bytes
    return retried(`${at} from ${from}`, async () => {
      await once(topic)
      if (
        !cluster
          .findTopicPartitionMetadata(topic)
          .some(({ partitionId }) => partitionId === topicPartition.partition)
      ) {
        await throwOutOfRange(topicPartition, from, until)
      }
      for (;;) {
        const answer = await fetchPartition(cluster, {
          topic,
          partition: topicPartition.partition,
          offset: from,
          max_bytes,
        })
        if (isOutOfRange(answer.error_code)) {
          await throwOutOfRange(topicPartition, from, until)
          throw new Error(`${at} does not have ${from}, and lists it: who answered has old news`)
        }
        if (answer.error_code !== 0) throw protocolError(answer.error_code)
        if (answer.stable_end < until) await throwOutOfRange(topicPartition, from, until)
        const fetched = readAnswer(at, answer, from)
        if (fetched !== undefined) return fetched
        if (max_bytes >= MAX_FETCH_BYTES || answer.bytes.length === 0) {
          throw new Error(`${at} gives nothing at ${from}, before its end at ${answer.stable_end}`)
        }
        max_bytes *= 4
      }
    })
  }

  async function* batches(
    topicPartition: TopicPartition,
    from: bigint,
    until: bigint,
  ): AsyncGenerator<RawBatch, void, undefined> {
    const at = partitionKey(topicPartition)
    const open = (batch: SealedBatch) => quietly(openBatch(at, batch))
    let bytes = FIRST_FETCH_BYTES
    const fetch = (next: bigint) =>
      next < until ? quietly(fetchFrom(topicPartition, next, until, bytes)) : undefined
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

  return { ranges, ends, batches, close: () => cluster.disconnect() }
}

/** Gives undefined if it holds no whole batch. */
function readAnswer(at: string, answer: FetchedPartition, from: bigint): Fetched | undefined {
  const whole = splitBatches(at, answer.bytes)
  const last = whole.at(-1)
  if (last === undefined || last.next <= from) return undefined
  return { batches: leaveOutAborted(whole, answer.aborted), next: last.next }
}

/** A fetch ahead may fail when no caller waits for it any more. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  // Code that still waits for it gets the error.
  promise.catch(() => {})
  return promise
}
