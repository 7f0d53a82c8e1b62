import pg from 'pg'
import { inTransaction } from '../../runtime/postgres/postgres.ts'
import { retryTransaction, retryTransient } from '../../runtime/postgres/retry-transaction.ts'
import { LegislogError } from '../../schemas/errors.ts'
import { judgeRecency, type Recency, recentParts } from '../decide/recency.ts'
import { joinRollCalls } from '../resolve/join-roll-calls.ts'
import { keysOf, type Resolved, resolveGroup, roundsOf } from '../resolve/resolve-group.ts'
import { separateNamesakes } from '../resolve/separate-namesakes.ts'
import { quarantine, type Rejected, rejectObservation } from '../run-context/quarantine.ts'
import { noteChanges } from '../run-context/run-changes.ts'
import type { RunContext } from '../run-context/run-context.ts'
import { count, countEvent } from '../run-context/tally.ts'
import type { ObservationGroup } from '../source-interface/observation.ts'
import { findKnown, type RecordId, type Touch, toRecordId, touchSnapshots } from '../state/snapshots.ts'
import { DuplicateEntity, ResolutionOutdated } from './locked-state.ts'
import { mergeReplaced } from './merge-replaced.ts'
import { type ArrivalOutcome, type RecordResult, recordChanges } from './record-changes.ts'
import { transactionBatches } from './transaction-batches.ts'

/**
 * Processes a batch of observations: compares it with the stored state and writes the changes with their events, in
 * one transaction. New groups come back unprocessed if it is not known yet whether this is a bulk load.
 */
export async function observeBatch(
  run: RunContext,
  groups: readonly ObservationGroup[],
): Promise<ObservationGroup[]> {
  const deferred: ObservationGroup[] = []
  for (const round of roundsOf(groups)) deferred.push(...(await observeRound(run, round)))
  return deferred
}

/** Other transactions mint meanwhile, but not forever. */
const MOST_RESOLUTIONS = 10

async function observeRound(
  run: RunContext,
  groups: readonly ObservationGroup[],
  resolutions = 1,
): Promise<ObservationGroup[]> {
  run.lease.check()
  const known = await retryTransient(run.log, () =>
    findKnown(run.database, run.source, groups.flatMap(keysOf)),
  )
  const deferred: ObservationGroup[] = []
  const changes: Resolved[] = []
  const touched: Resolved[] = []
  const rejections: Rejected[] = []
  const resolved = groups.flatMap((group) => {
    try {
      return resolveGroup(group, known, run.clock.now())
    } catch (error) {
      if (!(error instanceof LegislogError)) throw error
      rejections.push(...group.map((one) => rejectObservation(one, 'record_invalid', error.message)))
      return []
    }
  })
  const separated = await retryTransient(run.log, () =>
    separateNamesakes(run.database, run.source, resolved, known),
  )
  const joined = await retryTransient(run.log, () => joinRollCalls(run.database, run.source, separated))
  for (const [group, some] of Map.groupBy(joined, (one) => one.group)) {
    if (some.some((one) => mustDefer(run, one))) deferred.push(group)
    else sortGroup(run, some, changes, touched)
  }
  changes.push(...(await touch(run, touched)))
  for (const some of transactionBatches(changes)) {
    const outcomes = await record(run, some)
    if (outcomes instanceof ResolutionOutdated) {
      if (resolutions === MOST_RESOLUTIONS) throw outcomes
      deferred.push(
        ...(await observeRound(run, [...new Set(some.map(({ group }) => group))], resolutions + 1)),
      )
      continue
    }
    rejections.push(...outcomes.flatMap((outcome) => outcome.rejections))
    for (const outcome of outcomes) countOutcome(run, outcome)
    await mergeReplaced(run, outcomes)
  }
  await reject(run, rejections)
  return deferred
}

/** Quarantines the records and counts them. */
export async function reject(run: RunContext, rejections: readonly Rejected[]): Promise<void> {
  for (const { jurisdiction } of rejections) count(run.tallies, jurisdiction, 'quarantined')
  if (run.dry_run || rejections.length === 0) return
  await inTransaction(run.database, async (client) => {
    await run.lease.fence(client)
    await quarantine(client, run.source, run.run_id, rejections)
  })
}

/** This source has not reported the entity. */
function mustDefer(run: RunContext, { known, observation }: Resolved): boolean {
  return (known === null || known.snapshots.size === 0) && run.backfill.isUndecided(observation.jurisdiction)
}

/**
 * Counts what the query without locks settles. The rest is processed under locks, together with its whole group,
 * because all records that were listed together are resolved together.
 */
function sortGroup(
  run: RunContext,
  group: readonly Resolved[],
  changes: Resolved[],
  touched: Resolved[],
): void {
  const judged = group.map((one) => judgeRecency(one, recordIdOf(one), one.snapshot, run))
  if (group.length > 1 && judged.some((freshness) => !isSettled(freshness))) {
    changes.push(...group)
    return
  }
  for (const [index, resolved] of group.entries()) {
    const freshness = judged[index]!
    // Merges that a source states are checked under the locks every time.
    if (resolved.conflicting_keys.some(({ is_replaced }) => is_replaced)) changes.push(resolved)
    else if (freshness === 'unchanged') settleUnchanged(run, resolved)
    else if (freshness === 'touched') touched.push(resolved)
    else if (freshness === 'stale') {
      count(run.tallies, resolved.observation.jurisdiction, 'entities')
      count(run.tallies, resolved.observation.jurisdiction, 'stale')
    } else changes.push(resolved)
  }
}

function isSettled(freshness: Recency): boolean {
  return freshness === 'unchanged' || freshness === 'touched' || freshness === 'stale'
}

function recordIdOf({ known, record_key }: Resolved): RecordId | null {
  return known === null ? null : toRecordId(known.entity_id, record_key)
}

function settleUnchanged(run: RunContext, resolved: Resolved): void {
  const recordId = recordIdOf(resolved)
  if (recordId !== null) run.confirmed.add(recordId)
  const { observation } = resolved
  count(run.tallies, observation.jurisdiction, 'entities')
  count(run.tallies, observation.jurisdiction, 'unchanged')
}

/** Gives records that are a change after all, because another run was faster. */
async function touch(run: RunContext, touched: readonly Resolved[]): Promise<Resolved[]> {
  const touches = touched.map(touchOf)
  const same = run.dry_run
    ? new Set(touches.map(({ entity_id, record_key }) => toRecordId(entity_id, record_key)))
    : await retryTransient(run.log, () => touchAll(run, touches))
  const changes: Resolved[] = []
  for (const resolved of touched) {
    if (same.has(recordIdOf(resolved)!)) settleUnchanged(run, resolved)
    else changes.push(resolved)
  }
  return changes
}

async function touchAll(run: RunContext, touches: readonly Touch[]): Promise<Set<RecordId>> {
  if (touches.length === 0) return new Set()
  return inTransaction(run.database, async (client) => {
    await run.lease.fence(client)
    return touchSnapshots(client, run.source, run.mapper_version, touches)
  })
}

function touchOf(resolved: Resolved): Touch {
  const { record_key, snapshot } = resolved
  const { entity_id } = resolved.known!
  const times = recentParts(resolved, snapshot).map((part) => [part, resolved.observed_at])
  const isLater = resolved.observed_at > snapshot!.observed_at
  return {
    entity_id,
    record_key,
    hash: resolved.hash,
    observed_at: isLater ? resolved.observed_at : snapshot!.observed_at,
    part_observed_at: { ...snapshot!.part_observed_at, ...Object.fromEntries(times) },
  }
}

/** Splits the batch in halves to find the row that Postgres refuses, so that only it is refused. */
async function record(
  run: RunContext,
  resolved: readonly Resolved[],
): Promise<readonly ArrivalOutcome[] | ResolutionOutdated> {
  if (resolved.length === 0) return []
  try {
    const { outcomes, name_keys } = await recordOnce(run, resolved)
    if (!run.dry_run) run.printed_names.confirm(name_keys)
    return outcomes
  } catch (error) {
    if (error instanceof ResolutionOutdated) return error
    const isRefused = error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '')
    if (!isRefused && !(error instanceof DuplicateEntity)) throw error
    const [only] = resolved
    if (resolved.length === 1 && only !== undefined) {
      const rejection = rejectObservation(only.observation, 'record_invalid', error.message)
      return [{ resolved: only, kind: 'rejected', event_types: [], rejections: [rejection] }]
    }
    const half = resolved.length >> 1
    const [first, second] = [
      await record(run, resolved.slice(0, half)),
      await record(run, resolved.slice(half)),
    ]
    if (first instanceof ResolutionOutdated) return first
    return second instanceof ResolutionOutdated ? second : [...first, ...second]
  }
}

function recordOnce(run: RunContext, resolved: readonly Resolved[]): Promise<RecordResult> {
  return retryTransaction(run.database, run.log, async (client) => {
    await run.lease.fence(client)
    if (!run.dry_run) return recordChanges(client, run, resolved)
    await client.query('SAVEPOINT before_dry_run')
    const recorded = await recordChanges(client, run, resolved)
    await client.query('ROLLBACK TO SAVEPOINT before_dry_run')
    return recorded
  })
}

function countOutcome(run: RunContext, outcome: ArrivalOutcome): void {
  const { resolved, kind, event_types } = outcome
  noteChanges(run.changes, outcome, run.clock.now())
  const { jurisdiction } = resolved.observation
  count(run.tallies, jurisdiction, 'entities')
  if (kind === 'unchanged' || kind === 'stale' || kind === 'pending') count(run.tallies, jurisdiction, kind)
  for (const type of event_types) countEvent(run.tallies, jurisdiction, type)
}
