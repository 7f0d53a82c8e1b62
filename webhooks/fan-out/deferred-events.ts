import type { PoolClient } from 'pg'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import {
  countDeferredOf,
  type DeferredEvents,
  deferWaiting,
  neverShown,
} from '../../runtime/log-consumer/deferred-records.ts'
import type { ParkedRecord } from '../../runtime/log-consumer/store-schema.ts'
import type { Database } from '../../runtime/postgres/postgres.ts'
import type { ReadBatch } from '../log/log-batch.ts'
import { findKnownEvents } from './fan-out.ts'

/**
 * Returns the part of a batch that the live read schema shows. Defers the part that it does not show yet, and parks
 * the part that it will never show.
 */
export async function deferUnprojected(
  client: PoolClient,
  batch: ReadBatch,
  now: Date,
): Promise<{ readonly visible: ReadBatch; readonly deferred: number }> {
  const records = recordsOf(batch)
  if (records.length === 0) return { visible: batch, deferred: 0 }
  const { states: shown, deferred } = await deferWaiting(client, 'webhook', records, now)
  const isShown = ({ record }: { readonly record: LogRecord }) => shown.get(record) === 'shown'
  const events = batch.events.filter(isShown)
  const repeats = await repeatsAmong(client, batch, events)
  const never = records.flatMap((record): ParkedRecord[] => {
    const state = shown.get(record)
    if ((state !== 'given_up' && state !== 'skipped') || repeats.has(record)) return []
    return [neverShown(record, state)]
  })
  const merges = batch.merges.filter(isShown)
  return {
    visible: { ...batch, events, merges, parked: [...batch.parked, ...never] },
    deferred,
  }
}

/** The messages of a batch that become webhooks or merge bills. */
export function recordsOf({ events, merges }: ReadBatch): LogRecord[] {
  return [...new Set([...events, ...merges].map(({ record }) => record))]
}

/**
 * Finds messages that are not shown and repeat an event that was fanned out before. They contain nothing new.
 */
async function repeatsAmong(
  client: PoolClient,
  batch: ReadBatch,
  shown: ReadBatch['events'],
): Promise<Set<LogRecord>> {
  const others = batch.events.filter((event) => !shown.includes(event))
  const taken = await findKnownEvents(
    client,
    others.map(({ ce_id }) => ce_id),
  )
  const known = new Set([...taken, ...shown.map(({ ce_id }) => ce_id)])
  return new Set(others.filter(({ ce_id }) => known.has(ce_id)).map(({ record }) => record))
}

export const countDeferred = (database: Database): Promise<DeferredEvents> =>
  countDeferredOf(database, 'webhook')
