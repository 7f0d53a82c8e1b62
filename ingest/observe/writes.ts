import type { PoolClient } from 'pg'
import { type Alias, addAliases, advanceSequences } from '../identity/identity.ts'
import { type Dispute, saveDisputes } from '../identity/identity-disputes.ts'
import { forgetMatches, namesOfBill, namesOfVote, type PrintedName } from '../names/printed-names.ts'
import type { ObservedType, PartsOf } from '../observation.ts'
import type { RunContext } from '../runs/run-context.ts'
import { saveDeadlines } from '../schedule/comment-deadlines.ts'
import { requestSweeps, type SweepRequest, withBills } from '../sessions/session-sweeps.ts'
import { type HeldBill, isRemoved } from './held.ts'
import { insertOutbox, type OutboxRow } from './outbox.ts'
import { type NewSnapshot, saveHeld, saveSnapshots } from './snapshots.ts'

export type NewHeld = {
  readonly entity_id: number
  readonly entity: ObservedType
  readonly jurisdiction: string
  readonly content: object
}

/** What a batch has to write, gathered so that each table takes one statement. */
export type Writes = {
  readonly snapshots: NewSnapshot[]
  readonly held: NewHeld[]
  readonly sequences: { entity_id: number; sequence: number }[]
  readonly aliases: Alias[]
  readonly disputes: Dispute[]
  /** Sessions of which something is known that their bills have to follow. */
  readonly sweeps: SweepRequest[]
  /** Sessions that are listed for the first time. */
  readonly new_sessions: number[]
  readonly outbox: OutboxRow[]
}

export function createWrites(): Writes {
  return {
    ...{ snapshots: [], held: [], sequences: [], aliases: [], disputes: [], sweeps: [] },
    ...{ new_sessions: [], outbox: [] },
  }
}

/** Gives the keys of the printed names that were stored. */
export async function writeAll(
  client: PoolClient,
  run: Pick<RunContext, 'clock' | 'printed_names'>,
  writes: Writes,
): Promise<readonly string[]> {
  // Before the bills of the batch are written: those know the sessions that are listed with them.
  const listed_late = await withBills(client, writes.new_sessions)
  await requestSweeps(client, [
    ...writes.sweeps,
    ...listed_late.map((session_id) => ({ session_id, backfill: false })),
  ])
  await saveSnapshots(client, writes.snapshots)
  await saveHeld(client, writes.held)
  await saveDeadlines(client, writes.held, run.clock.now())
  await advanceSequences(client, writes.sequences)
  await addAliases(client, writes.aliases)
  await saveDisputes(client, writes.disputes)
  const name_keys = await run.printed_names.add(client, writes.held.flatMap(namesOf))
  const people = writes.held.filter(({ entity }) => entity === 'person')
  await forgetMatches(client, [...new Set(people.map(({ jurisdiction }) => jurisdiction))])
  await insertOutbox(client, writes.outbox)
  return name_keys
}

function namesOf({ entity, content }: NewHeld): PrintedName[] {
  if (isRemoved(content)) return []
  if (entity === 'bill') return [...namesOfBill(content as HeldBill)]
  if (entity === 'vote') return [...namesOfVote(content as PartsOf['vote'])]
  return []
}
