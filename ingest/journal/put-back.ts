import { partitionKey } from '../../runtime/kafka/client/log-position.ts'
import {
  findForeignPartitions,
  findShortPartitions,
  type LostEvents,
  readIdBefore,
} from '../../runtime/kafka/log-guard/find-lost-events.ts'
import { readRelayedOffsets } from '../../runtime/kafka/log-guard/relayed-offsets.ts'
import type { LogSource } from '../../runtime/kafka/log-source/log-source.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { type JournalEntry, journalFrom, readPackedBatch } from './journal.ts'
import type { BatchSender, PackedBatch } from './packed-batch.ts'

/** The events that the log lacks, by whether they can be restored. */
export type LostLog = {
  /** Partitions whose missing end is complete in the journal. */
  readonly to_put_back: readonly { readonly lost: LostEvents; readonly entries: readonly JournalEntry[] }[]
  /** Partitions whose end is not in the journal, or that have other events in its place. */
  readonly beyond_repair: readonly LostEvents[]
}

/** Compares the log with what was relayed to it and with the journal. */
export async function findLostLog(database: Queryable, source: LogSource): Promise<LostLog> {
  const facts = await readRelayedOffsets(database)
  const ends = await source.ends(facts)
  const beyondRepair = await findForeignPartitions(source, facts, ends)
  const toPutBack: { lost: LostEvents; entries: JournalEntry[] }[] = []
  for (const lost of findShortPartitions(facts, ends)) {
    const entries = await keptEndOf(database, source, lost)
    if (entries === undefined) beyondRepair.push(lost)
    else toPutBack.push({ lost, entries })
  }
  return { to_put_back: toPutBack, beyond_repair: beyondRepair }
}

/** Finds the batches from the end of the log to the last relayed one. Undefined if the journal lacks some of them. */
async function keptEndOf(
  database: Queryable,
  source: LogSource,
  lost: LostEvents,
): Promise<JournalEntry[] | undefined> {
  const kept = await journalFrom(database, lost, lost.end)
  const before = kept.find(({ end_offset }) => end_offset === lost.end)
  const entries = kept.filter(({ end_offset }) => end_offset > lost.end)
  let next = lost.end
  for (const { first_offset, end_offset } of entries) {
    if (first_offset !== next) return undefined
    next = end_offset
  }
  if (next !== lost.relayed_to || entries.at(-1)?.last_id !== lost.relayed_id) return undefined
  if (before === undefined || lost.end === 0n) return entries
  const lastId = await readIdBefore(source, lost, lost.end)
  return lastId === undefined || lastId === before.last_id ? entries : undefined
}

/**
 * Sends the missing ends again with the same bytes in the same order. So each event has its old offset and
 * its old stamp, and readers of the log see no change. It can be interrupted and repeated. No other program
 * may write to the log meanwhile. Gives the number of restored events.
 */
export async function putBack(
  database: Queryable,
  sender: BatchSender,
  toPutBack: LostLog['to_put_back'],
): Promise<number> {
  let events = 0
  const queues = toPutBack.map(({ entries }) => [...entries])
  for (;;) {
    const round = queues.flatMap((queue) => queue.shift() ?? [])
    if (round.length === 0) return events
    const sent = await sender.sendPacked(await Promise.all(round.map((entry) => packedOf(database, entry))))
    for (const [index, { first_offset, count }] of sent.entries()) {
      const wanted = round[index]!
      if (first_offset !== wanted.first_offset) {
        throw new LegislogError(
          'log_behind',
          `${partitionKey(wanted)} appended at ${first_offset} a batch that was relayed at ${wanted.first_offset}: another program writes to the log`,
        )
      }
      events += count
    }
  }
}

async function packedOf(database: Queryable, entry: JournalEntry): Promise<PackedBatch> {
  const { topic, partition, first_offset, end_offset, last_id } = entry
  const count = Number(end_offset - first_offset)
  return { topic, partition, count, last_id, batch: await readPackedBatch(database, entry) }
}
