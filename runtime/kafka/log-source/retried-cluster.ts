import { LegislogError } from '../../../schemas/errors.ts'
import type { Log } from '../../log.ts'
import type { Kafka } from '../client/kafka-client.ts'
import { type Cluster, createCluster } from './kafkajs-cluster.ts'
import { retry } from './retry.ts'

/** A cluster that connects at the first use, and is asked again after leaders moved or brokers restarted. */
export class RetriedCluster {
  readonly cluster: Cluster
  readonly #log: Log
  #opened: Promise<void> | undefined

  constructor(kafka: Kafka, log: Log) {
    this.cluster = createCluster(kafka)
    this.#log = log
  }

  /** Makes topics known. A broker that never answered gets no more time than kafkajs gives it. */
  async open(topics: readonly string[]): Promise<void> {
    this.#opened ??= this.cluster.connect().catch((cause) => {
      this.#opened = undefined
      throw new LegislogError('service_failed', 'Kafka does not answer', { cause })
    })
    await this.#opened
    await this.cluster.addMultipleTargetTopics(topics)
  }

  retry<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    return retry({ what, log: this.#log, attempt, beforeNext: () => this.cluster.refreshMetadata() })
  }

  partitionsOf(topic: string): number[] {
    return this.cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)
  }

  close(): Promise<void> {
    return this.cluster.disconnect()
  }
}
