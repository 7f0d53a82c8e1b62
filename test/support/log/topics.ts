import { createKafka, ensureTopics } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { topics } from '../../../schemas/log/topics.ts'
import { api, type KafkaProxy } from '../faults/kafka-proxy.ts'
import { cleanUp } from '../harness/clean-up.ts'
import { eventually } from '../harness/eventually.ts'
import { testSettings } from '../harness/settings.ts'
import { areTopicsGone, deleteTopics, uniquePrefix } from './topic-names.ts'

/** A test has 4 partitions of each topic. */
export const ALL_PARTITIONS = topics.length * 4

/**
 * The topics of the log for this test, with 4 partitions each. They are deleted when its file has ended. Returns
 * settings with their prefix; pass those of a test database to have both.
 */
export async function createTestTopics(overrides: Partial<Settings> = {}): Promise<Settings> {
  const settings = testSettings({ ...overrides, topic_prefix: uniquePrefix() })
  await ensureTopics(createKafka(settings, 'legislog-test'), settings)
  cleanUp(() => deleteTopics(settings, (topic) => topic.startsWith(settings.topic_prefix)))
  return settings
}

/** The topics as they are after the first start. */
export async function recreateTopics(settings: Settings): Promise<void> {
  const isOwn = (topic: string) => topic.startsWith(settings.topic_prefix)
  await deleteTopics(settings, isOwn)
  // Before that, the new ones would be taken for existing ones, and none would be made.
  await eventually(() => areTopicsGone(settings, isOwn))
  await eventually(() => ensureTopics(createKafka(settings, 'legislog-test'), settings).then(() => true))
}

/**
 * The log loses all its events. Readers behind these proxies see only that, and not that the topics are missing for a
 * moment, after which kafkajs would join again. It is like a broker that lost its newest events, or an older one that
 * leads.
 */
export async function cutBack(settings: Settings, ...proxies: readonly KafkaProxy[]): Promise<void> {
  const letGo: (() => void)[] = []
  for (const proxy of proxies) {
    letGo.push(proxy.silence(api.fetch))
    const before = proxy.count(api.fetch)
    await eventually(() => proxy.count(api.fetch) > before)
  }
  await recreateTopics(settings)
  for (const go of letGo) go()
}
