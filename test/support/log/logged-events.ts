import type { Settings } from '../../../runtime/settings/settings.ts'
import { topics } from '../../../schemas/log/topics.ts'
import { headerOf, readTopic } from './read-topic.ts'

/** The content of the log: records, and their events, which a relay may have written twice. */
export async function loggedEvents(settings: Settings): Promise<{ records: number; events: number }> {
  const all = await Promise.all(topics.map(({ name }) => readTopic(settings, name)))
  const records = all.flat()
  return { records: records.length, events: new Set(records.map((record) => headerOf(record, 'ce_id'))).size }
}
