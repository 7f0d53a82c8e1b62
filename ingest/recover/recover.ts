import type { PoolClient } from 'pg'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { requireNoLostEvents } from '../../runtime/kafka/log-guard/find-lost-events.ts'
import type { LogSource } from '../../runtime/kafka/log-source/log-source.ts'
import { PartitionRecords } from '../../runtime/kafka/log-source/partition-records.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import type { OperatorOptions } from '../emit/operator.ts'
import { type AcceptedLoss, acceptLoss, readAccepted } from '../journal/accept-loss.ts'
import { noteRelayedEnds } from '../journal/note-relayed-ends.ts'
import { findLostLog, putBack } from '../journal/put-back.ts'
import type { Publisher } from '../relay/publisher.ts'
import { LoggedEntities } from './logged-entities.ts'
import { type IncompleteEntity, LogCompleteness, resendMissing } from './missing-events.ts'
import { withRecoveryLock } from './recovery-lock.ts'
import { reemitLost } from './reemit-lost.ts'
import {
  createToSettle,
  type DisputedKey,
  noteToSettle,
  settleLogged,
  type ToSettle,
} from './settle-logged.ts'
import { WaitingOutbox } from './waiting-outbox.ts'
import { writeLogged } from './write-logged.ts'

export type RecoverReport = {
  /** Events at the end of the log that were lost and are in their old places again. */
  readonly put_back: number
  /** Events that were lost elsewhere in the log, which a relay sends again. */
  readonly sent_again: number
  /** Entities that lost unrecoverable events: new events restate what their sources last said. */
  readonly restated: number
  /** Entities that lost such events and that no source describes. */
  readonly incomplete: readonly IncompleteEntity[]
  readonly events: number
  readonly entities: number
  /** Entities that were unknown here, and entities with fewer known events than the log has. */
  readonly added: number
  readonly advanced: number
  /** Entities with more known events than the log has: they wait in the outbox, or were lost with a part of the log. */
  readonly ahead: number
  /** Waiting rows that are in the log already. */
  readonly outbox_cleared: number
  /** Entities whose events in the outbox differ from the events at the same place in the log. */
  readonly contested: number
  readonly merges: number
  readonly disputed_keys: readonly DisputedKey[]
  readonly unreadable: LoggedEntities['unreadable']
}

export type RecoverProgress = {
  readonly events_done: number
  readonly events: number
  readonly entities: number
}

export type RecoverOptions = {
  readonly database: Database
  readonly source: LogSource
  readonly codec: EventCodec
  /** Absent: nothing is put back into the log. */
  readonly publisher?: Publisher
  /** Emits unrecoverable losses again as new events. Absent: they are only named. */
  readonly operator?: OperatorOptions
  /**
   * Continues although the log lost unrecoverable events at its end. Called in the transaction that accepts the loss.
   */
  readonly onAcceptedLoss?: (client: PoolClient, accepted: readonly AcceptedLoss[]) => Promise<void>
  readonly onProgress?: (progress: RecoverProgress) => void
}

/** Keys are split by their hash, so that about this many events are in memory at a time. */
const EVENTS_A_PASS = 60_000
const HELD_BYTES = 256 * 1024 * 1024
const ENTITIES_A_TRANSACTION = 500

/**
 * Brings the state of ingest to the position of the log: ids, sequences, last emitted content, known keys,
 * merges, deadlines and printed names. Before that it restores the lost end of the log, and after it sends
 * other missing events again, if they are stored. Each step can be interrupted and the whole repeated. Throws
 * `ingest_running`, `ingest_conflict`, `retention_gap`, `log_behind`.
 */
export async function recoverIngest(options: RecoverOptions): Promise<RecoverReport> {
  return withRecoveryLock(options.database, () => recover(options))
}

type Counts = { events: number; entities: number; added: number; advanced: number; ahead: number }

async function recover(options: RecoverOptions): Promise<RecoverReport> {
  const { database, source, codec, onProgress } = options
  const { put_back: putBackCount, accepted } = await mendLog(options)
  const parts = await partsOf(source)
  const events = parts.reduce((sum, part) => sum + part.events, 0)
  const outbox = await WaitingOutbox.load(database)
  const completeness = new LogCompleteness((ocdId, sequence) => outbox.isWaiting(ocdId, sequence))
  const toSettle = createToSettle()
  const counts: Counts = { events: 0, entities: 0, added: 0, advanced: 0, ahead: 0 }
  const unreadable: LoggedEntities['unreadable'] = []
  const records = new PartitionRecords(source, HELD_BYTES)
  for (const part of parts) {
    const of = { ...part, passes: Math.max(1, Math.ceil(part.events / EVENTS_A_PASS)) }
    for (let nth = 0; nth < of.passes; nth++) {
      const logged = new LoggedEntities()
      for await (const some of records.pass(nth, of)) {
        for (const record of some) {
          outbox.see(record)
          await take(logged, codec, record)
        }
        counts.events += some.length
        onProgress?.({ events_done: counts.events, events, entities: counts.entities })
      }
      unreadable.push(...logged.unreadable)
      await writeAll(database, logged, outbox.contested, { counts, to_settle: toSettle, completeness })
    }
  }
  const settled = await inTransaction(database, async (client) => {
    const disputedKeys = await settleLogged(client, toSettle)
    const outboxCleared = await outbox.clear(client)
    const missing = await completeness.findIncomplete(client)
    const { events: sent_again, lost } = await resendMissing(client, missing)
    if (accepted.length > 0) {
      await acceptLoss(client, accepted)
      await options.onAcceptedLoss?.(client, accepted)
    }
    await noteRelayedEnds(client, source)
    return { disputed_keys: disputedKeys, outbox_cleared: outboxCleared, sent_again, lost }
  })
  const { lost, ...report } = settled
  const { operator } = options
  const incomplete =
    operator === undefined ? lost : await reemitLost(operator, lost, completeness.contentOfIncomplete)
  const restated = lost.length - incomplete.length
  const [contested, merges] = [outbox.contested.size, toSettle.merges.length]
  return { put_back: putBackCount, ...counts, ...report, restated, incomplete, contested, merges, unreadable }
}

/** Restores the lost end of the log and gives the losses that must be accepted there. */
async function mendLog(
  options: RecoverOptions,
): Promise<{ put_back: number; accepted: readonly AcceptedLoss[] }> {
  const { database, source, publisher } = options
  const { to_put_back, beyond_repair } = await findLostLog(database, source)
  if (publisher === undefined) requireNoLostEvents(to_put_back.map(({ lost }) => lost))
  if (options.onAcceptedLoss === undefined) requireNoLostEvents(beyond_repair, NOT_KEPT)
  const putBackCount = publisher === undefined ? 0 : await putBack(database, publisher, to_put_back)
  return { put_back: putBackCount, accepted: await readAccepted(source, beyond_repair) }
}

const NOT_KEPT =
  'The missing events are no longer stored, so restore the newest copy of the log. To continue without them: legislog ingest recover --accept-loss'

type Part = {
  readonly partition: number
  readonly until: ReadonlyMap<TopicName, bigint>
  readonly events: number
}

/** Names are matched from people and printed in bills and votes, so people come last. */
const ORDER: readonly (readonly TopicName[])[] = [
  ['legislog.reference.v1'],
  ['legislog.regulations.v1'],
  ['legislog.advocacy.v1'],
  ['legislog.bills.v1', 'legislog.votes.v1', 'legislog.derived.v1'],
]

async function partsOf(source: LogSource): Promise<Part[]> {
  const parts: Part[] = []
  for (const topics of ORDER) {
    const byNumber = new Map<number, Map<TopicName, bigint>>()
    for (const topic of topics) {
      for (const { partition, high } of await source.ranges(topic)) {
        byNumber.set(partition, (byNumber.get(partition) ?? new Map<TopicName, bigint>()).set(topic, high))
      }
    }
    for (const [partition, until] of byNumber) {
      parts.push({
        partition,
        until,
        events: Number([...until.values()].reduce((sum, end) => sum + end, 0n)),
      })
    }
  }
  return parts
}

async function take(logged: LoggedEntities, codec: EventCodec, record: LogRecord): Promise<void> {
  try {
    logged.apply(codec.decodeKnown(record) ?? (await codec.decode(record)))
  } catch (error) {
    // A registry that is away may come back, and a skipped event would be lost.
    if (error instanceof LegislogError && error.code === 'registry_unreachable') throw error
    logged.skip(record, error)
  }
}

async function writeAll(
  database: Database,
  logged: LoggedEntities,
  contested: ReadonlySet<string>,
  {
    counts,
    to_settle,
    completeness,
  }: { readonly counts: Counts; readonly to_settle: ToSettle; readonly completeness: LogCompleteness },
): Promise<void> {
  const all = [...logged.all.values()].toSorted((a, b) => a.id - b.id)
  for (let start = 0; start < all.length; start += ENTITIES_A_TRANSACTION) {
    const some = all.slice(start, start + ENTITIES_A_TRANSACTION)
    const written = await inTransaction(database, (client) => writeLogged(client, some, contested))
    counts.entities += some.length
    counts.added += written.added
    counts.advanced += written.advanced
    counts.ahead += written.ahead
    for (const one of some) {
      noteToSettle(to_settle, one)
      completeness.noteLogged(one, written.known.get(one.id)!)
    }
  }
}
