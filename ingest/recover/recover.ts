import type { EventCodec } from '../../runtime/event-codec.ts'
import type { LogRecord } from '../../runtime/log-record.ts'
import type { LogSource } from '../../runtime/log-source.ts'
import { PartitionRecords } from '../../runtime/partition-records.ts'
import { type Database, inTransaction } from '../../runtime/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/topics.ts'
import { withRecoveryLock } from './recovery-lock.ts'
import { createToSettle, type DisputedKey, noteToSettle, settleTold, type ToSettle } from './settle-told.ts'
import { ToldEntities } from './told-entities.ts'
import { WaitingOutbox } from './waiting-outbox.ts'
import { writeTold } from './write-told.ts'

export type RecoverReport = {
  readonly events: number
  readonly entities: number
  /** Entities that were unknown here, and that were known less far than the log has told. */
  readonly added: number
  readonly advanced: number
  /** Of which more is known here than the log has: what waits in the outbox, or was lost with a part of the log. */
  readonly ahead: number
  /** Rows that waited to be sent and are in the log. */
  readonly outbox_cleared: number
  /** Of how many the outbox would have told something else than the log has in its place. */
  readonly contested: number
  readonly merges: number
  readonly disputed_keys: readonly DisputedKey[]
  readonly unreadable: ToldEntities['unreadable']
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
  readonly onProgress?: (progress: RecoverProgress) => void
}

/** Keys are told apart by their hash, so that the entities of about so many events are held at a time. */
const EVENTS_A_PASS = 60_000
const HELD_BYTES = 256 * 1024 * 1024
const ENTITIES_A_TRANSACTION = 500

/**
 * Brings the state of ingest to where the log is: ids and sequences, what was last told, keys as far as the log has them,
 * merges, deadlines, printed names. Each step may be cut off and the whole be done again. Throws `ingest_running`,
 * `ingest_conflict`, `retention_gap`.
 */
export async function recoverIngest(options: RecoverOptions): Promise<RecoverReport> {
  return withRecoveryLock(options.database, () => recover(options))
}

type Counts = { events: number; entities: number; added: number; advanced: number; ahead: number }

async function recover({ database, source, codec, onProgress }: RecoverOptions): Promise<RecoverReport> {
  const parts = await partsOf(source)
  const events = parts.reduce((sum, part) => sum + part.events, 0)
  const outbox = await WaitingOutbox.load(database)
  const to_settle = createToSettle()
  const counts: Counts = { events: 0, entities: 0, added: 0, advanced: 0, ahead: 0 }
  const unreadable: ToldEntities['unreadable'] = []
  const records = new PartitionRecords(source, HELD_BYTES)
  for (const part of parts) {
    const of = { ...part, passes: Math.max(1, Math.ceil(part.events / EVENTS_A_PASS)) }
    for (let nth = 0; nth < of.passes; nth++) {
      const told = new ToldEntities()
      for await (const some of records.pass(nth, of)) {
        for (const record of some) {
          outbox.see(record)
          await take(told, codec, record)
        }
        counts.events += some.length
        onProgress?.({ events_done: counts.events, events, entities: counts.entities })
      }
      unreadable.push(...told.unreadable)
      await writeAll(database, told, outbox.contested, { counts, to_settle })
    }
  }
  const { disputed_keys, outbox_cleared } = await inTransaction(database, async (client) => ({
    disputed_keys: await settleTold(client, to_settle),
    outbox_cleared: await outbox.clear(client),
  }))
  const [contested, merges] = [outbox.contested.size, to_settle.merges.length]
  return { ...counts, outbox_cleared, contested, merges, disputed_keys, unreadable }
}

type Part = {
  readonly partition: number
  readonly until: ReadonlyMap<TopicName, bigint>
  readonly events: number
}

/** Names are matched by what is told of people, and printed in bills and votes: those come last. */
const ORDER: readonly (readonly TopicName[])[] = [
  ['legislog.reference.v1'],
  ['legislog.regulations.v1'],
  ['legislog.bills.v1', 'legislog.votes.v1'],
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

async function take(told: ToldEntities, codec: EventCodec, record: LogRecord): Promise<void> {
  try {
    told.apply(codec.decodeKnown(record) ?? (await codec.decode(record)))
  } catch (error) {
    // That one may pass, and what is skipped is lost.
    if (error instanceof LegislogError && error.code === 'registry_unreachable') throw error
    told.skip(record, error)
  }
}

async function writeAll(
  database: Database,
  told: ToldEntities,
  contested: ReadonlySet<string>,
  { counts, to_settle }: { readonly counts: Counts; readonly to_settle: ToSettle },
): Promise<void> {
  const all = [...told.all.values()].toSorted((a, b) => a.id - b.id)
  for (let start = 0; start < all.length; start += ENTITIES_A_TRANSACTION) {
    const some = all.slice(start, start + ENTITIES_A_TRANSACTION)
    const written = await inTransaction(database, (client) => writeTold(client, some, contested))
    counts.entities += some.length
    counts.added += written.added
    counts.advanced += written.advanced
    counts.ahead += written.ahead
    for (const one of some) noteToSettle(to_settle, one)
  }
}
