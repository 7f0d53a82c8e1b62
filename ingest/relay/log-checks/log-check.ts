import type { PoolClient } from 'pg'
import type { Kafka } from '../../../runtime/kafka/client/kafka-client.ts'
import { partitionKey } from '../../../runtime/kafka/client/log-position.ts'
import {
  findShortPartitions,
  requireNoLostEvents,
} from '../../../runtime/kafka/log-guard/find-lost-events.ts'
import { recordLogFault } from '../../../runtime/kafka/log-guard/log-faults.ts'
import { createLogGuard, isBehind, type LogGuard } from '../../../runtime/kafka/log-guard/log-guard.ts'
import { type RelayedOffset, readRelayedOffsets } from '../../../runtime/kafka/log-guard/relayed-offsets.ts'
import { createLogSource } from '../../../runtime/kafka/log-source/log-source.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Database } from '../../../runtime/postgres/postgres.ts'
import type { Settings } from '../../../runtime/settings/settings.ts'
import { LegislogError } from '../../../schemas/errors.ts'
import { type JournalGap, readGap } from '../../journal/journal-gap.ts'
import type { SentBatch } from '../../journal/packed-batch.ts'

/** Names the relay in `control.log_fault`. */
export const RELAY = 'relay'
/** A broker that answered this recently cannot have been replaced: another broker needs longer to start. */
const TRUSTED_MS = 250
/** The interval of the checks while nothing is sent. */
const IDLE_MS = 10_000

type Options = { readonly settings: Settings; readonly kafka: Kafka; readonly log: Log }

/**
 * Checks that the log still has everything that was relayed to it. A relay checks before it sends: an event that is
 * sent to an empty Kafka or an older copy would be lost when the real one comes back, and the events before it could
 * never be restored in their places.
 */
export class RelayLogCheck {
  readonly #options: Options
  readonly #guard: LogGuard
  #facts = new Map<string, RelayedOffset>()
  /** Something failed, so another broker may answer now. */
  #is_doubtful = true
  #answered_ms = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
    this.#guard = createLogGuard(options)
  }

  /** Reads how far all relays have relayed each partition. */
  async readFacts(session: PoolClient): Promise<void> {
    const facts = await readRelayedOffsets(session)
    this.#facts = new Map(facts.map((fact) => [partitionKey(fact), fact]))
  }

  isDueWhileIdle(): boolean {
    return this.#is_doubtful || performance.now() - this.#answered_ms > IDLE_MS
  }

  /** Throws `log_behind`, or the failure if Kafka is away. */
  async beforeSend(): Promise<void> {
    const facts = [...this.#facts.values()]
    if (this.#is_doubtful) await this.#guard.checkEvents(facts)
    else if (performance.now() - this.#answered_ms > TRUSTED_MS) await this.#guard.checkEnds(facts)
    else return
    this.#is_doubtful = false
    this.#answered_ms = performance.now()
  }

  /**
   * Throws `log_behind` if the log appended them before its expected end; then none of the rows may be deleted. Gives
   * the gaps between: batches that a relay sent without getting an answer.
   */
  sent(batches: readonly SentBatch[]): JournalGap[] {
    const began = new Map(batches.map((batch) => [partitionKey(batch), batch.first_offset]))
    const facts = batches.flatMap((batch) => this.#facts.get(partitionKey(batch)) ?? [])
    requireNoLostEvents(findShortPartitions(facts, began))
    const gaps = batches.flatMap(({ topic, partition, first_offset: until }) => {
      const from = this.#facts.get(partitionKey({ topic, partition }))?.relayed_to ?? 0n
      return from < until ? [{ topic, partition, from, until }] : []
    })
    for (const { topic, partition, end_offset, last_id } of batches) {
      const fact = { topic, partition, relayed_to: end_offset, relayed_id: last_id }
      this.#facts.set(partitionKey(fact), fact)
    }
    this.#answered_ms = performance.now()
    return gaps
  }

  /** Gives batches that were sent and not acked. They are journaled like acked ones. */
  async readGaps(gaps: readonly JournalGap[]): Promise<SentBatch[]> {
    if (gaps.length === 0) return []
    const source = createLogSource(this.#options)
    try {
      return (await Promise.all(gaps.map((gap) => readGap(source, gap)))).flat()
    } finally {
      await source.close()
    }
  }

  failed(): void {
    this.#is_doubtful = true
  }

  close(): Promise<void> {
    return this.#guard.close()
  }
}

/** The relay must stop: the log and the state of ingest do not match. */
export function isLogRefusal(error: unknown): error is LegislogError {
  return error instanceof LegislogError && (error.code === 'log_ahead' || isBehind(error))
}

/**
 * Saves why the relay ends. The watermark does not move while this is saved. A failure to save is only
 * logged.
 */
export async function noteRefusal(database: Database, log: Log, error: LegislogError): Promise<void> {
  if (!isBehind(error)) return
  await recordLogFault(database, RELAY, [], error).catch((cause) => {
    log.warn({ err: cause }, 'the reason why the relay ends could not be saved')
  })
}
