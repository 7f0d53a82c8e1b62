import { LegislogError } from '../../../schemas/errors.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Settings } from '../../settings/settings.ts'
import { topicName } from '../client/kafka-client.ts'
import { partitionKey, type TopicPartition } from '../client/log-position.ts'
import type { RetriedCluster } from './retried-cluster.ts'

/** The first offset of a partition, and the offset after its last record. */
export type PartitionRange = { readonly partition: number; readonly low: bigint; readonly high: bigint }

/** Reads the first and the last offsets of partitions. */
export class PartitionRanges {
  readonly #cluster: RetriedCluster
  readonly #settings: Settings

  constructor(cluster: RetriedCluster, settings: Settings) {
    this.#cluster = cluster
    this.#settings = settings
  }

  async of(topic: TopicName): Promise<PartitionRange[]> {
    return (await this.ofAll([topic])).get(topic)!
  }

  /** The ranges of several topics, by two requests to each broker. */
  ofAll(topics: readonly TopicName[]): Promise<Map<TopicName, PartitionRange[]>> {
    return this.#cluster.retry(`the ends of ${topics.join(', ')}`, async () => {
      const [lows, highs] = [await this.#offsets(topics, true), await this.#offsets(topics, false)]
      const ends = new Map(highs.map((end) => [partitionKey(end), end.offset]))
      const rangesOf = (topic: TopicName) =>
        lows
          .filter((low) => low.topic === topic)
          .map((low) => ({ partition: low.partition, low: low.offset, high: ends.get(partitionKey(low))! }))
          .sort((a, b) => a.partition - b.partition)
      return new Map(topics.map((topic) => [topic, rangesOf(topic)]))
    })
  }

  ends(partitions: readonly { readonly topic: TopicName }[]): Promise<Map<string, bigint>> {
    const topics = [...new Set(partitions.map(({ topic }) => topic))]
    return this.#cluster.retry(`the ends of ${topics.join(', ')}`, async () => {
      const found = await this.#offsets(topics, false)
      return new Map(found.map((end) => [partitionKey(end), end.offset]))
    })
  }

  /** Throws if the log does not have all of [from, until). */
  async requireWithin(topicPartition: TopicPartition, from: bigint, until: bigint): Promise<void> {
    const { topic, partition } = topicPartition
    const range = (await this.of(topic)).find((one) => one.partition === partition)
    const at = partitionKey(topicPartition)
    if (range === undefined) {
      throw new LegislogError('topic_mismatch', `topic ${topic} has no partition ${partition}`)
    }
    if (range.low > from) {
      const message = `${at} begins at ${range.low}; the next event to read is ${from}`
      throw new LegislogError('retention_gap', message)
    }
    if (range.high < until) {
      const message = `${at} ends at ${range.high}, before ${until}: this is another log`
      throw new LegislogError('log_epoch', message)
    }
  }

  /** The first offset of each partition of these topics, or the one after its last. */
  async #offsets(topics: readonly TopicName[], fromBeginning: boolean) {
    const asked = new Map(topics.map((topic) => [topicName(this.#settings, topic), topic]))
    await this.#cluster.open([...asked.keys()])
    const found = await this.#cluster.cluster.fetchTopicsOffset(
      [...asked.keys()].map((topic) => ({
        topic,
        partitions: this.#cluster.partitionsOf(topic).map((partition) => ({ partition })),
        fromBeginning,
      })),
    )
    return found.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => {
        return { topic: asked.get(topic)!, partition, offset: BigInt(offset) }
      }),
    )
  }
}
