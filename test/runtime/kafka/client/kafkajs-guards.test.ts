import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import {
  createKafka,
  ensureTopics,
  partitionOf,
  topicName,
} from '../../../../runtime/kafka/client/kafka-client.ts'
import { GUARDED_VERSION } from '../../../../runtime/kafka/client/kafkajs-guards.ts'
import { assignPartitions } from '../../../../runtime/kafka/log-reader/co-partitioned-assigner.ts'
import { createCluster, fetchPartition } from '../../../../runtime/kafka/log-source/kafkajs-cluster.ts'
import { splitBatches } from '../../../../runtime/kafka/log-source/sealed-batch.ts'
import { cleanUp } from '../../../support/harness/clean-up.ts'
import { eventually } from '../../../support/harness/eventually.ts'
import { testSettings } from '../../../support/harness/settings.ts'
import { sourcesWith } from '../../../support/harness/sources-with.ts'
import { bills, createReader, drain, messages, Store } from '../../../support/log/log-readers.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { readTopic } from '../../../support/log/read-topic.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

const require = createRequire(import.meta.url)

/** The service itself does not use these parts. */
const leftOut = ['schemas', 'corpus', 'bench']

describe('the installed kafkajs', () => {
  it('has the version that the guards were written for', () => {
    expect((require('kafkajs/package.json') as { version: string }).version).toBe(GUARDED_VERSION)
  })

  it('starts no timer for an idle connection', async () => {
    const kafka = createKafka(testSettings(), 'legislog-test')
    const { prototype } = require('kafkajs/src/network/requestQueue') as {
      prototype: { checkPendingRequests(): void }
    }
    const original = prototype.checkPendingRequests
    let checks = 0
    prototype.checkPendingRequests = function (this: typeof prototype) {
      checks += 1
      original.call(this)
    }
    const admin = kafka.admin()
    try {
      await admin.connect()
      await admin.listTopics()
      const before = checks
      // Without the patch, there are 500 checks: one each millisecond.
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(checks - before).toBe(0)
    } finally {
      prototype.checkPendingRequests = original
      await admin.disconnect()
    }
  })
})

describe('a process that reads and produces', () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

  it('has no more timers and connections after it has repeatedly opened and closed everything', async () => {
    const settings = await createTestTopics()
    const useAll = async () => {
      await publishRaw(settings, messages(0, 20))
      await readTopic(settings, bills)
      const store = new Store()
      const reader = createReader(settings, store)
      await reader.start()
      void drain(reader, store)
      await eventually(() => store.places.length > 0, { timeout_ms: 10_000 })
      await reader.stop()
    }
    await useAll()
    const before = [timers(), sockets()]
    for (let times = 0; times < 3; times++) await useAll()
    await eventually(() => timers() <= before[0]! && sockets() <= before[1]!, { timeout_ms: 10_000 })
  })

  it('never deletes a topic, since kafkajs would then stop producing to all others', () => {
    expect(sourcesWith(/deleteTopics/, leftOut)).toEqual([])
  })
})

describe('another Kafka client', () => {
  // docs/kafka.md names them.
  it('would change only these files', () => {
    expect(sourcesWith(/from 'kafkajs'|'kafkajs\//, leftOut)).toEqual([
      'ingest/relay/publisher.ts',
      'runtime/kafka/client/kafka-access.ts',
      'runtime/kafka/client/kafka-client.ts',
      'runtime/kafka/client/kafkajs-batch.ts',
      'runtime/kafka/client/kafkajs-guards.ts',
      'runtime/kafka/client/kafkajs-record.ts',
      'runtime/kafka/client/log-position.ts',
      'runtime/kafka/log-reader/batch-handler.ts',
      'runtime/kafka/log-reader/co-partitioned-assigner.ts',
      'runtime/kafka/log-reader/group-member.ts',
      'runtime/kafka/log-source/kafkajs-cluster.ts',
      'runtime/kafka/log-source/retry.ts',
    ])
  })
})

describe('the partition assignment', () => {
  it('chooses the same partitions for keys as kafkajs and every other client', () => {
    const { Partitioners } = require('kafkajs') as typeof import('kafkajs')
    const choose = Partitioners.DefaultPartitioner()
    for (const partitions of [4, 6, 24]) {
      const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
        partitionId,
        partitionErrorCode: 0,
        leader: 0,
        replicas: [],
        isr: [],
      }))
      for (let index = 0; index < 500; index++) {
        const key = `ocd-bill/${'é'.repeat(index % 5)}${index * 7919}`
        const message = { key, value: '' }
        expect(partitionOf(key, partitions)).toBe(choose({ topic: 't', partitionMetadata, message }))
      }
    }
  })

  it('gives the same partitions of all topics to one member, and each partition to exactly one', () => {
    const topics = { bills: [0, 1, 2, 3, 4], votes: [0, 1, 2, 3, 4], reference: [0, 1] }
    const assigned = assignPartitions(['c', 'a', 'b'], topics)
    expect(assigned.map(({ memberId }) => memberId)).toEqual(['a', 'b', 'c'])
    for (const { assignment } of assigned) expect(assignment.bills).toEqual(assignment.votes)
    expect(assigned.flatMap(({ assignment }) => assignment.bills ?? []).sort()).toEqual([0, 1, 2, 3, 4])
    expect(assigned.flatMap(({ assignment }) => assignment.reference ?? []).sort()).toEqual([0, 1])
  })
})

describe('the topics of the log', () => {
  it('are refused by name if they have another number of partitions', async () => {
    const settings = await createTestTopics()
    const kafka = createKafka(settings, 'legislog-test')
    await expect(ensureTopics(kafka, settings)).resolves.toBeUndefined()
    await expect(ensureTopics(kafka, { ...settings, topic_partitions: 5 })).rejects.toMatchObject({
      code: 'topic_mismatch',
      message: expect.stringContaining('has 4 partitions, not 5'),
    })
  })

  it('are refused by name if they store any codec that a producer sends', async () => {
    const settings = await createTestTopics()
    const admin = createKafka(settings, 'legislog-test').admin()
    await admin.connect()
    const name = topicName(settings, bills)
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: 2, name, configEntries: [{ name: 'compression.type', value: 'producer' }] }],
    })
    await admin.disconnect()
    // The broker learns the change from its controller.
    await eventually(async () => {
      await expect(ensureTopics(createKafka(settings, 'legislog-test'), settings)).rejects.toMatchObject({
        code: 'topic_mismatch',
      })
      return true
    })
  })

  it('are stamped and compressed by the broker and kept forever', async () => {
    const settings = await createTestTopics()
    const admin = createKafka(settings, 'legislog-test').admin()
    await admin.connect()
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: 2, name: topicName(settings, 'legislog.votes.v1') }],
    })
    await admin.disconnect()
    const config = new Map(resources[0]?.configEntries.map((entry) => [entry.configName, entry.configValue]))
    expect(config.get('message.timestamp.type')).toBe('LogAppendTime')
    expect(config.get('compression.type')).toBe('gzip')
    expect(config.get('retention.ms')).toBe('-1')
    expect(config.get('cleanup.policy')).toBe('delete')
  })

  it('always contain gzip, the only codec that kafkajs can unpack, even if a producer sends another', async () => {
    const settings = await createTestTopics()
    await publishRaw(settings, messages(0, 20, { partition: 0 }))
    const cluster = createCluster(createKafka(settings, 'legislog-test'))
    cleanUp(() => cluster.disconnect())
    await cluster.connect()
    const topic = topicName(settings, bills)
    await cluster.addMultipleTargetTopics([topic])
    const { bytes } = await fetchPartition(cluster, { topic, partition: 0, offset: 0n, max_bytes: 1_000_000 })
    const codecs = splitBatches(topic, bytes).map(({ attributes }) => attributes & 7)
    expect(codecs).toEqual([1])
  })
})
