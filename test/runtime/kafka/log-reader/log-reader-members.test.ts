import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKafka } from '../../../../runtime/kafka/client/kafka-client.ts'
import type { TopicPartition } from '../../../../runtime/kafka/log-reader/log-reader.ts'
import { projectFolder } from '../../../../runtime/settings/settings.ts'
import type { TopicName } from '../../../../schemas/log/topics.ts'
import { api, createKafkaProxy } from '../../../support/faults/kafka-proxy.ts'
import { eventually } from '../../../support/harness/eventually.ts'
import { addressesIn } from '../../../support/harness/main-process.ts'
import { bills, createReader, drain, messages, Store, votes } from '../../../support/log/log-readers.ts'
import { publishRaw } from '../../../support/log/publish-raw.ts'
import { createTestTopics } from '../../../support/log/topics.ts'

describe('a consumer group of two members', () => {
  const partitionsOf = (places: readonly TopicPartition[], topic: TopicName) =>
    places
      .filter((place) => place.topic === topic)
      .map(({ partition }) => partition)
      .sort()

  it('shares co-partitioned topics, and loses and repeats nothing when one joins and leaves', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    const [one, two] = [createReader(settings, store), createReader(settings, store)]
    await one.start()
    void drain(one, store)
    await publishRaw(settings, messages(0, 500))
    await two.start()
    void drain(two, store)
    await publishRaw(settings, messages(500, 1_000, { topic: votes }))
    await eventually(() => one.assigned().length === 4 && two.assigned().length === 4, { timeout_ms: 20_000 })
    expect(partitionsOf(one.assigned(), bills)).toEqual(partitionsOf(one.assigned(), votes))
    expect(partitionsOf(two.assigned(), bills)).toEqual(partitionsOf(two.assigned(), votes))
    expect([...partitionsOf(one.assigned(), bills), ...partitionsOf(two.assigned(), bills)].sort()).toEqual([
      0, 1, 2, 3,
    ])

    await publishRaw(settings, messages(1_000, 1_200))
    await two.stop()
    await publishRaw(settings, messages(1_200, 1_300))
    await store.hasReadOnce(settings, [bills, votes])
    expect(one.assigned()).toHaveLength(8)
  })
})

describe('a killed member', () => {
  it('loses its partitions to the others', async () => {
    const settings = await createTestTopics()
    const store = new Store()
    const reader = createReader(settings, store)
    await reader.start()
    void drain(reader, store)
    const child = spawn(
      process.execPath,
      [join(projectFolder, 'test', 'support', 'log', 'reader-process.ts')],
      {
        env: {
          ...process.env,
          ...addressesIn(settings),
          TOPIC_PREFIX: settings.topic_prefix,
          TOPIC_PARTITIONS: String(settings.topic_partitions),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(child.stdout, 'data')
    await eventually(() => reader.assigned().length === 4, { timeout_ms: 20_000 })
    child.kill('SIGKILL')
    await publishRaw(settings, messages(0, 100))
    await eventually(() => reader.assigned().length === 8, { timeout_ms: 20_000 })
    await store.hasReadOnce(settings, [bills])
  }, 60_000)
})

describe('a member that is stopped while it joins', () => {
  it.each(['metadata', 'find_coordinator', 'join_group'] as const)(
    'leaves the group and reads nothing, in the middle of %s',
    async (step) => {
      const settings = await createTestTopics()
      const proxy = await createKafkaProxy(settings)
      await publishRaw(settings, messages(0, 100))
      const answer = proxy.silence(api[step])
      const before = proxy.count(api[step])
      const reader = createReader(settings, new Store(), { kafka: proxy.kafka })
      const started = reader.start()
      await eventually(() => proxy.count(api[step]) > before)
      const stopped = reader.stop()
      answer()
      await Promise.all([started, stopped])

      const admin = createKafka(settings, 'legislog-test').admin()
      await admin.connect()
      const { groups } = await admin.describeGroups([`${settings.topic_prefix}reader`])
      await admin.disconnect()
      expect(groups[0]!.members).toEqual([])
      expect(proxy.lines()).toBe(proxy.ended())
      expect(reader.health()).toMatchObject({ state: 'stopped', queued_events: 0, assigned: 0 })
    },
  )
})
