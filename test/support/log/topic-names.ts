import { createKafka } from '../../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { isAbandoned } from '../harness/template-database.ts'

let count = 0

/** Prefix of the names of one test's topics and groups. */
export function uniquePrefix(): string {
  count += 1
  return `t${process.pid}-${Date.now().toString(36)}-${count}.`
}

/** Deletes topics of test processes that have ended without cleaning up. */
export async function dropAbandonedTopics(settings: Settings): Promise<void> {
  await deleteTopics(settings, (topic) => {
    const pid = /^t(\d+)-/.exec(topic)?.[1]
    return pid !== undefined && isAbandoned(pid)
  })
}

export async function deleteTopics(settings: Settings, wanted: (topic: string) => boolean): Promise<void> {
  const admin = createKafka(settings, 'legislog-test').admin()
  await admin.connect()
  try {
    const topics = (await admin.listTopics()).filter(wanted)
    if (topics.length > 0) await admin.deleteTopics({ topics })
  } finally {
    await admin.disconnect()
  }
}

/** A broker lists deleted topics for a moment. */
export async function areTopicsGone(
  settings: Settings,
  wanted: (topic: string) => boolean,
): Promise<boolean> {
  const admin = createKafka(settings, 'legislog-test').admin()
  await admin.connect()
  try {
    return !(await admin.listTopics()).some(wanted)
  } finally {
    await admin.disconnect()
  }
}
