import { createRequire } from 'node:module'
import type { Kafka } from 'kafkajs'
import { decodeFetchResponse, type FetchedPartition } from './fetch-response.ts'

/** The internal parts of kafkajs that we use: connections with TLS and SASL, and the leaders of partitions. */
export type Cluster = {
  connect(): Promise<void>
  disconnect(): Promise<void>
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>
  refreshMetadata(): Promise<void>
  getNodeIds(): string[]
  findBroker(node: { nodeId: number | string }): Promise<Broker>
  findTopicPartitionMetadata(topic: string): { partitionId: number; leader: number }[]
  fetchTopicsOffset(
    topics: { topic: string; partitions: { partition: number }[]; fromBeginning: boolean }[],
  ): Promise<{ topic: string; partitions: { partition: number; offset: string }[] }[]>
}
type Broker = { readonly connectionPool: ConnectionPool; disconnect(): Promise<void> }
type ConnectionPool = {
  getConnection(index: number): Promise<object>
  send(request: object): Promise<FetchedPartition>
}
type FetchRequest = (options: object) => object

const require = createRequire(import.meta.url)
const encodeFetch = require('kafkajs/src/protocol/requests/fetch/v11/request') as FetchRequest

/** One of the two connections to a broker: fetches use it. */
const FETCH_CONNECTION = 1
const WAIT_MS = 500
const REQUEST_TIMEOUT_MS = 30_000
const CONSUMER = -1
const READ_COMMITTED = 1

/** A separate cluster with all options of the client. */
export function createCluster(kafka: Kafka): Cluster {
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === 'private:Kafka:createCluster',
  )
  const create = (kafka as unknown as Record<symbol, (options: object) => Cluster>)[symbol!]!
  return create({ allowAutoTopicCreation: false, metadataMaxAge: 300_000, isolationLevel: READ_COMMITTED })
}

/** Fetches from the leader of a partition, starting at an offset. Fails if kafkajs does not know a leader. */
export async function fetchPartition(
  cluster: Cluster,
  options: { topic: string; partition: number; offset: bigint; max_bytes: number },
): Promise<FetchedPartition> {
  const { topic, partition, offset, max_bytes } = options
  const leader = cluster
    .findTopicPartitionMetadata(topic)
    .find(({ partitionId }) => partitionId === partition)?.leader
  const broker = await cluster.findBroker({ nodeId: leader ?? -1 })
  await connect(broker.connectionPool)
  const request = encodeFetch({
    replicaId: CONSUMER,
    maxWaitTime: WAIT_MS,
    minBytes: 1,
    maxBytes: max_bytes,
    isolationLevel: READ_COMMITTED,
    topics: [{ topic, partitions: [{ partition, fetchOffset: String(offset), maxBytes: max_bytes }] }],
  })
  try {
    return await broker.connectionPool.send({
      request,
      response: { decode: decodeFetchResponse, parse: (fetched: FetchedPartition) => fetched },
      requestTimeout: REQUEST_TIMEOUT_MS,
      logResponseError: false,
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'KafkaJSConnectionClosedError') await broker.disconnect()
    throw error
  }
}

const connecting = new WeakMap<ConnectionPool, Promise<object>>()

/** If two callers ask for a connection that does not exist yet, kafkajs opens a second socket and loses the first. */
function connect(pool: ConnectionPool): Promise<object> {
  const pending = connecting.get(pool)
  if (pending !== undefined) return pending
  const opening = pool.getConnection(FETCH_CONNECTION).finally(() => connecting.delete(pool))
  connecting.set(pool, opening)
  return opening
}
