import type { PoolClient } from 'pg'
import type { PrintedName } from '../legislature/names/printed-name.ts'
import { insertOutbox, type OutboxRow } from '../outbox/outbox.ts'
import { requireReaders } from '../outbox/require-readers.ts'
import type { RunContext } from '../run-context/run-context.ts'
import type { PartsOf } from '../source-interface/observation.ts'
import { saveDeadlines } from '../state/comment-deadlines.ts'
import { type Alias, addAliases, advanceSequences } from '../state/identities.ts'
import { type Dispute, saveDisputes } from '../state/identity-disputes.ts'
import { namesOfBill, namesOfScorecard, namesOfVote, resetMatches } from '../state/printed-names.ts'
import { requestSweeps, type SweepRequest, sessionsWithBills } from '../state/session-sweeps.ts'
import { type NewSnapshot, saveSnapshots } from '../state/snapshots.ts'
import { isRemoved, type NewStored, type StoredBill, saveStored } from '../state/stored-entities.ts'
import { type GoneBill, removeDerivations } from './remove-derivations.ts'

/** The writes of a batch, collected so that each table takes one statement. */
export type PendingWrites = {
  readonly snapshots: NewSnapshot[]
  readonly stored: NewStored[]
  readonly sequences: { entity_id: number; sequence: number }[]
  readonly aliases: Alias[]
  readonly disputes: Dispute[]
  /** Sessions whose bills must be updated. */
  readonly sweeps: SweepRequest[]
  /** Sessions that are listed for the first time. */
  readonly new_sessions: number[]
  /** Bills that are merged into others or removed. */
  readonly gone_bills: GoneBill[]
  readonly outbox: OutboxRow[]
}

export function createPendingWrites(): PendingWrites {
  return {
    snapshots: [],
    stored: [],
    sequences: [],
    aliases: [],
    disputes: [],
    sweeps: [],
    new_sessions: [],
    gone_bills: [],
    outbox: [],
  }
}

/** Gives the keys of the stored printed names. */
export async function savePendingWrites(
  client: PoolClient,
  run: Pick<RunContext, 'clock' | 'codec' | 'settings' | 'run_id' | 'printed_names'>,
  writes: PendingWrites,
): Promise<readonly string[]> {
  // Write sessions before the bills of the batch, because those depend on the sessions that are listed with them.
  const listedLate = await sessionsWithBills(client, writes.new_sessions)
  await requestSweeps(client, [
    ...writes.sweeps,
    ...listedLate.map((sessionId) => ({ session_id: sessionId, backfill: false })),
  ])
  await saveSnapshots(client, writes.snapshots)
  await saveStored(client, writes.stored)
  await saveDeadlines(client, writes.stored, run.clock.now())
  await advanceSequences(client, writes.sequences)
  await addAliases(client, writes.aliases)
  await saveDisputes(client, writes.disputes)
  const nameKeys = await run.printed_names.add(client, writes.stored.flatMap(namesOf))
  const people = writes.stored.filter(({ entity }) => entity === 'person')
  await resetMatches(client, [...new Set(people.map(({ jurisdiction }) => jurisdiction))])
  await requireReaders(
    client,
    writes.outbox.map(({ topic }) => topic),
  )
  await insertOutbox(client, writes.outbox)
  await removeDerivations(client, run, writes.gone_bills)
  return nameKeys
}

function namesOf({ entity, content }: NewStored): PrintedName[] {
  if (isRemoved(content)) return []
  if (entity === 'bill') return [...namesOfBill(content as StoredBill)]
  if (entity === 'vote') return [...namesOfVote(content as PartsOf['vote'])]
  if (entity === 'scorecard') return [...namesOfScorecard(content as PartsOf['scorecard'])]
  return []
}
