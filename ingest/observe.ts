import pg from 'pg'
import { inTransaction } from '../runtime/postgres.ts'
import { LegislogError } from '../schemas/errors.ts'
import { freshParts, judge } from './freshness.ts'
import type { ObservationGroup } from './observation.ts'
import { type Placed, placeGroup, roundsOf } from './placement.ts'
import { quarantine, type Rejected, rejectObservation } from './quarantine.ts'
import { type Outcome, type Recorded, recordChanges } from './record-changes.ts'
import { retryTransient } from './retry-transient.ts'
import type { RunContext } from './run-context.ts'
import { findKnown, type Touch, touchSnapshots } from './snapshots.ts'
import { count, countEvent } from './tally.ts'

/**
 * Takes a batch of what a source saw: compares it with what is held, and writes what is new, with its events, in one
 * transaction. Groups that are new where nobody knows yet whether this is a bulk load come back untouched.
 */
export async function observeBatch(
  run: RunContext,
  groups: readonly ObservationGroup[],
): Promise<ObservationGroup[]> {
  const deferred: ObservationGroup[] = []
  for (const round of roundsOf(groups)) deferred.push(...(await observeRound(run, round)))
  return deferred
}

async function observeRound(
  run: RunContext,
  groups: readonly ObservationGroup[],
): Promise<ObservationGroup[]> {
  const keys = groups.map(([first]) => ({ entity: first!.entity, key: first!.key }))
  const known = await retryTransient(run.log, () => findKnown(run.database, run.source, keys))
  const deferred: ObservationGroup[] = []
  const changes: Placed[] = []
  const touched: Placed[] = []
  const rejections: Rejected[] = []
  for (const group of groups) {
    try {
      const placed = placeGroup(group, known)
      if (placed.some((one) => mustWait(run, one))) deferred.push(group)
      else for (const one of placed) sort(run, one, changes, touched)
    } catch (error) {
      if (!(error instanceof LegislogError)) throw error
      rejections.push(...group.map((one) => rejectObservation(one, 'record_invalid', error.message)))
    }
  }
  changes.push(...(await touch(run, touched)))
  for (const some of bySize(changes)) {
    const outcomes = await record(run, some)
    rejections.push(...outcomes.flatMap((outcome) => outcome.rejections))
    for (const outcome of outcomes) countOutcome(run, outcome)
  }
  await reject(run, rejections)
  return deferred
}

/** Keeps the records and counts them. */
export async function reject(run: RunContext, rejections: readonly Rejected[]): Promise<void> {
  for (const { jurisdiction } of rejections) count(run.tallies, jurisdiction, 'quarantined')
  if (!run.dry_run) await quarantine(run.database, run.source, run.run_id, rejections)
}

function mustWait(run: RunContext, { known, observation }: Placed): boolean {
  return (known?.snapshot ?? null) === null && run.backfill.isUndecided(observation.jurisdiction)
}

/** What the quick look settles is counted here; the rest is looked at again under its lock. */
function sort(run: RunContext, placed: Placed, changes: Placed[], touched: Placed[]): void {
  const entity_id = placed.known?.entity_id ?? null
  switch (judge(placed, entity_id, placed.known?.snapshot ?? null, run)) {
    case 'unchanged':
      settleUnchanged(run, placed)
      return
    case 'stale':
      count(run.tallies, placed.observation.jurisdiction, 'entities')
      count(run.tallies, placed.observation.jurisdiction, 'stale')
      return
    case 'touched':
      touched.push(placed)
      return
    default:
      changes.push(placed)
  }
}

function settleUnchanged(run: RunContext, { known, observation }: Placed): void {
  if (known !== null) run.confirmed.add(known.entity_id)
  count(run.tallies, observation.jurisdiction, 'entities')
  count(run.tallies, observation.jurisdiction, 'unchanged')
}

/** Gives those that are a change after all, because another run was quicker. */
async function touch(run: RunContext, touched: readonly Placed[]): Promise<Placed[]> {
  const touches = touched.map(touchOf)
  const same = run.dry_run
    ? new Set(touches.map(({ entity_id }) => entity_id))
    : await retryTransient(run.log, () =>
        touchSnapshots(run.database, run.source, run.mapper_version, touches),
      )
  const changes: Placed[] = []
  for (const placed of touched) {
    if (same.has(placed.known!.entity_id)) settleUnchanged(run, placed)
    else changes.push(placed)
  }
  return changes
}

function touchOf(placed: Placed): Touch {
  const { entity_id, snapshot } = placed.known!
  const times = freshParts(placed, snapshot).map((part) => [part, placed.observed_at])
  const is_later = placed.observed_at > snapshot!.observed_at
  return {
    entity_id,
    hash: placed.hash,
    observed_at: is_later ? placed.observed_at : snapshot!.observed_at,
    part_observed_at: { ...snapshot!.part_observed_at, ...Object.fromEntries(times) },
  }
}

/** What one transaction writes is held in memory as objects, as events and as parameters. */
const TRANSACTION_CHARACTERS = 16 * 1024 * 1024

function bySize(changes: readonly Placed[]): Placed[][] {
  const batches: Placed[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const placed of changes) {
    if (characters + placed.characters > TRANSACTION_CHARACTERS) {
      batches.push([])
      characters = 0
    }
    batches.at(-1)!.push(placed)
    characters += placed.characters
  }
  return batches
}

/** A row that Postgres refuses is found by halves, so that it is refused alone. */
async function record(run: RunContext, placed: readonly Placed[]): Promise<readonly Outcome[]> {
  if (placed.length === 0) return []
  try {
    const { outcomes, name_keys } = await retryTransient(run.log, () => recordOnce(run, placed))
    if (!run.dry_run) run.printed_names.confirm(name_keys)
    return outcomes
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !/^(22|23|54)/.test(error.code ?? '')) throw error
    const [only] = placed
    if (placed.length === 1 && only !== undefined) {
      const rejection = rejectObservation(only.observation, 'record_invalid', error.message)
      return [{ placed: only, kind: 'rejected', event_types: [], rejections: [rejection] }]
    }
    const half = placed.length >> 1
    return [...(await record(run, placed.slice(0, half))), ...(await record(run, placed.slice(half)))]
  }
}

function recordOnce(run: RunContext, placed: readonly Placed[]): Promise<Recorded> {
  return inTransaction(run.database, async (client) => {
    if (!run.dry_run) return recordChanges(client, run, placed)
    await client.query('SAVEPOINT before_dry_run')
    const recorded = await recordChanges(client, run, placed)
    await client.query('ROLLBACK TO SAVEPOINT before_dry_run')
    return recorded
  })
}

function countOutcome(run: RunContext, { placed, kind, event_types }: Outcome): void {
  const { jurisdiction } = placed.observation
  count(run.tallies, jurisdiction, 'entities')
  if (kind === 'unchanged' || kind === 'stale' || kind === 'pending') count(run.tallies, jurisdiction, kind)
  for (const type of event_types) countEvent(run.tallies, jurisdiction, type)
}
