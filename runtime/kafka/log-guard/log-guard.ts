import { setTimeout as delay } from 'node:timers/promises'
import { LegislogError } from '../../../schemas/errors.ts'
import type { TopicName } from '../../../schemas/log/topics.ts'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings/settings.ts'
import { type Kafka, topicFrom } from '../client/kafka-client.ts'
import { createLogSource, type LogSource } from '../log-source/log-source.ts'
import {
  findForeignPartitions,
  findShortPartitions,
  type LostEvents,
  requireNoLostEvents,
} from './find-lost-events.ts'
import type { RelayedOffset } from './relayed-offsets.ts'

/**
 * Checks that Kafka has the log of this database: everything that a relay sent, in every partition. An empty
 * Kafka, an older copy, or the log of another database must not be written or read.
 */
export type LogGuard = {
  /**
   * Compares the ends of partitions, by one request. The relayed offsets must have been read before. Throws
   * `log_behind`, or `service_failed` if Kafka stays away.
   */
  checkEnds(facts: readonly RelayedOffset[]): Promise<void>
  /** Also compares the last relayed event of each partition, to find a log that has grown again with other events. */
  checkEvents(facts: readonly RelayedOffset[]): Promise<void>
  /** The source that the last check read from, for those who read on. `close` closes it. */
  source(): LogSource
  close(): Promise<void>
}

/** A broker that is starting may give old ends: only ends that stay count. */
const ATTEMPTS = 3
const RETRY_MS = 500
/** A guard waits this long between its checks until it is certain. */
export const LONGEST_LOOKS_MS = (ATTEMPTS - 1) * RETRY_MS

export function createLogGuard(options: {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly log: Log
  /** The topics that Kafka has, if they have just been listed. */
  readonly topics?: readonly TopicName[]
}): LogGuard {
  const { settings, kafka } = options
  let listed = options.topics
  let source: LogSource | undefined

  async function look(
    facts: readonly RelayedOffset[],
    findMore: (ends: ReadonlyMap<string, bigint>) => Promise<LostEvents[]>,
  ): Promise<void> {
    if (facts.length === 0) return
    for (let looked = 1; ; looked++) {
      try {
        const ends = await readEnds(facts)
        return requireNoLostEvents([...findShortPartitions(facts, ends), ...(await findMore(ends))])
      } catch (error) {
        await close()
        if (!isBehind(error) || looked === ATTEMPTS) throw error
        await delay(RETRY_MS)
      }
    }
  }

  async function readEnds(facts: readonly RelayedOffset[]): Promise<Map<string, bigint>> {
    // A source retries a missing topic for seconds.
    if (source === undefined) await refuseLostTopics(facts)
    try {
      return await opened().ends(facts)
    } catch (error) {
      if (error instanceof LegislogError && error.code === 'topic_mismatch') await refuseLostTopics(facts)
      throw error
    }
  }

  async function refuseLostTopics(facts: readonly RelayedOffset[]): Promise<void> {
    const there = new Set(listed ?? (await listTopics(kafka, settings)))
    listed = undefined
    const gone = facts.filter(({ topic }) => !there.has(topic))
    requireNoLostEvents(findShortPartitions(gone, new Map()))
  }

  function opened(): LogSource {
    source ??= createLogSource(options)
    return source
  }

  async function close(): Promise<void> {
    const open = source
    source = undefined
    await open?.close()
  }

  return {
    checkEnds: (facts) => look(facts, async () => []),
    checkEvents: (facts) => look(facts, (ends) => findForeignPartitions(opened(), facts, ends)),
    source: opened,
    close,
  }
}

export function isBehind(error: unknown): error is LegislogError {
  return error instanceof LegislogError && error.code === 'log_behind'
}

/** Lists our topics that exist in Kafka. */
export async function listTopics(
  kafka: Kafka,
  settings: Settings,
  retry: { readonly retries?: number } = {},
): Promise<TopicName[]> {
  const admin = kafka.admin({ retry })
  try {
    await admin.connect()
    return (await admin.listTopics()).flatMap((name) => topicFrom(settings, name) ?? [])
  } finally {
    await admin.disconnect()
  }
}
