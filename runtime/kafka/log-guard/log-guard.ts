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
 * Whether Kafka holds the log that this database belongs to: all that a relay sent, in every partition. An empty Kafka, an
 * older copy, or the log of another database must not be written or read any further.
 */
export type LogGuard = {
  /**
   * Compares ends, which is one request. The facts must have been read before. Throws `log_behind`, or `service_failed` if
   * Kafka stays away.
   */
  checkEnds(facts: readonly RelayedOffset[]): Promise<void>
  /** Compares also the last relayed event of each partition: a log that has grown again with other events is found. */
  checkEvents(facts: readonly RelayedOffset[]): Promise<void>
  close(): Promise<void>
}

/** Ends that a broker gives while it comes up may be old: only those that stay are the log's. */
const ATTEMPTS = 3
const RETRY_MS = 500
/** A guard waits so long between its looks until it is certain. */
export const LONGEST_LOOKS_MS = (ATTEMPTS - 1) * RETRY_MS

export function createLogGuard(options: {
  readonly settings: Settings
  readonly kafka: Kafka
  readonly log: Log
}): LogGuard {
  const { settings, kafka } = options
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
    // Asked for a topic that is not there, a source tries again for seconds.
    if (source === undefined) await refuseLostTopics(facts)
    try {
      return await opened().ends(facts)
    } catch (error) {
      if (error instanceof LegislogError && error.code === 'topic_mismatch') await refuseLostTopics(facts)
      throw error
    }
  }

  async function refuseLostTopics(facts: readonly RelayedOffset[]): Promise<void> {
    const there = new Set(await listTopics(kafka, settings))
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
    close,
  }
}

export function isBehind(error: unknown): error is LegislogError {
  return error instanceof LegislogError && error.code === 'log_behind'
}

/** Lists those of our topics that Kafka has. */
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
