import type { Admin } from 'kafkajs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKafka, topicName } from '../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { topics } from '../../schemas/log/topics.ts'
import { cleanUp } from '../support/harness/clean-up.ts'
import { eventually } from '../support/harness/eventually.ts'
import { NIGHTLY } from '../support/harness/nightly.ts'
import { createKafkaCluster, type KafkaCluster } from '../support/servers/kafka-cluster.ts'
import { createLoadedService, type LoadedService } from '../support/service/loaded-service.ts'

/** In the nightly run, one may be killed, and the other two must have each event. */
const BROKERS = 3

let cluster: KafkaCluster
let loaded: LoadedService
let settings: Settings
let admin: Admin

beforeAll(async () => {
  cluster = await createKafkaCluster(BROKERS)
  loaded = await createLoadedService({ kafka_brokers: cluster.addresses, topic_replication: BROKERS })
  settings = loaded.service.settings
  admin = createKafka(settings, 'legislog-test').admin()
  await admin.connect()
  cleanUp(() => admin.disconnect())
}, 240_000)

type Partition = { topic: string; partition: number; leader: number; replicas: number[]; isr: number[] }

async function partitions(): Promise<Partition[]> {
  const names = topics.map(({ name }) => topicName(settings, name))
  const metadata = await admin.fetchTopicMetadata({ topics: names })
  // The broker names them in any order.
  return metadata.topics
    .flatMap(({ name: topic, partitions: all }) =>
      all.map(({ partitionId: partition, leader, replicas, isr }) => ({
        topic,
        partition,
        leader,
        replicas,
        isr,
      })),
    )
    .sort((a, b) => a.topic.localeCompare(b.topic) || a.partition - b.partition)
}

/** Gives each partition other replicas and waits until they are in sync. */
async function reassign(replicasOf: (partition: Partition) => number[]): Promise<void> {
  const wanted = (await partitions()).map((each) => ({ ...each, replicas: replicasOf(each) }))
  await admin.alterPartitionReassignments({
    topics: [...Map.groupBy(wanted, ({ topic }) => topic)].map(([topic, all]) => ({
      topic,
      partitionAssignment: all.map(({ partition, replicas }) => ({ partition, replicas })),
    })),
  })
  await eventually(
    async () => {
      const now = await partitions()
      return now.every(({ isr, leader, replicas }, at) => {
        const { replicas: theirs } = wanted[at]!
        return replicas.length === theirs.length && isr.length === theirs.length && theirs.includes(leader)
      })
    },
    { timeout_ms: 30_000, interval_ms: 200 },
  )
}

const everyNode = () => cluster.brokers.map(({ id }) => id)

describe.runIf(NIGHTLY)('a cluster of several brokers under load', { timeout: 120_000 }, () => {
  it('can change the leader of each partition, and no reader or writer stops', async () => {
    await loaded.progress()
    // A new coordinator may have crashed the consumer at its first join.
    const { crashes } = loaded.projections.health().reader
    const before = await partitions()
    await reassign(({ leader }) => everyNode().filter((id) => id !== leader))
    const after = await partitions()
    expect(after.filter(({ leader }, at) => leader === before[at]!.leader)).toEqual([])
    await loaded.progress()
    await reassign(everyNode)
    await loaded.progress()
    expect(loaded.projections.health().reader).toMatchObject({ state: 'reading', crashes })
  })

  it('serves the partitions of a killed leader until it comes back', async () => {
    const [{ leader }] = (await partitions()) as [Partition]
    const broker = cluster.brokers.find(({ id }) => id === leader)!
    await broker.end('SIGKILL')
    await loaded.progress()
    await broker.start()
    await eventually(async () => (await partitions()).every(({ isr }) => isr.length === BROKERS), {
      timeout_ms: 60_000,
    })
    await loaded.progress()
  })

  it('gives every emitted event one effect and one webhook', () => loaded.judge())
})
