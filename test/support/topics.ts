import { createKafka, ensureTopics } from '../../runtime/kafka.ts'
import type { Settings } from '../../runtime/settings.ts'
import { cleanUp } from './clean-up.ts'
import { testSettings } from './settings.ts'
import { deleteTopics, uniquePrefix } from './topic-names.ts'

/**
 * The topics of the log for this test alone, with 4 partitions each; gone when its file has ended. Gives the settings
 * that name them; pass those of a test database to have both.
 */
export async function createTestTopics(overrides: Partial<Settings> = {}): Promise<Settings> {
  const settings = testSettings({ ...overrides, topic_prefix: uniquePrefix() })
  await ensureTopics(createKafka(settings, 'legislog-test'), settings)
  cleanUp(() => deleteTopics(settings, (topic) => topic.startsWith(settings.topic_prefix)))
  return settings
}
