import type pg from 'pg'
import { addDelays, DATABASE_NOW_MS } from '../../runtime/delays/delay-counter.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { writeChanges } from '../engine/apply-batch.ts'
import { asFailure, decodeRecords } from '../fold/decode-records.ts'
import { applyEvent, isLive, placeOf, touchesOfBatch } from '../fold/fold-events.ts'
import { WorkingSet } from '../fold/working-set.ts'
import { recordSkipped } from '../parking/park-events.ts'
import { CopyEncoder } from '../rows/copy-encoder.ts'
import { loadRows } from '../rows/load-rows.ts'
import { delaysOfParked } from '../watermark/visible-delays.ts'
import { dropResent } from './drop-resent.ts'
import { type ParkedKeyRef, takeParked, unparkKey } from './parked-key.ts'

/** The result of a retry: the entities whose rows must change, so that sync clients load them again. */
export type Release = {
  readonly topic: TopicName
  readonly key: string
  /** The entity of the first event; the release event is about it. */
  readonly entity_id: number
  readonly released_ids: readonly number[]
}

/**
 * Applies the events of a parked key in order, all or none, and unparks the key. `announce` appends the release event in
 * the same transaction. It is not called for a read schema that has no readers: the swap to it announces what changed.
 * Throws the failure of the first event that still fails; nothing has changed then.
 */
export async function retryParked(options: {
  readonly database: Database
  readonly codec: EventCodec
  readonly parkedKey: ParkedKeyRef
  readonly announce: (client: pg.PoolClient, release: Release) => Promise<void>
}): Promise<Release> {
  const { database, codec, parkedKey, announce } = options
  return inTransaction(database, async (client) => {
    const decoded = await decodeRecords(codec, await takeParked(client, parkedKey))
    const left = await dropResent(client, parkedKey, decoded)
    const records = left.map(({ record }) => record)
    const events = left.map(({ record, event, failure }) => {
      if (event === null) throw stillFailing(record, failure)
      return event
    })
    const applied = await applyEvents(client, parkedKey.read_schema, events, records)
    await client.query(
      `DELETE FROM control.parked_event
       WHERE read_schema = $1 AND topic = $2 AND key = $3 AND partition = $4 AND dropped_at IS NULL`,
      [parkedKey.read_schema, parkedKey.topic, parkedKey.key, records[0]!.partition],
    )
    await unparkKey(client, parkedKey, records[0]!.partition)
    const release = releaseOf(parkedKey, events)
    const live = await readSchemaStatus(client, parkedKey.read_schema)
    if (live.is_live) {
      await announce(client, release)
      await addDelays(client, 'api', delaysOfParked(applied, live))
    }
    return release
  })
}

type SchemaStatus = { readonly is_live: boolean; readonly now_ms: number; readonly created_at: string }

/**
 * Locks the row if the read schema has no readers. A swap that would point readers at it then waits for this transaction,
 * sees what was applied, and announces it.
 */
async function readSchemaStatus(client: pg.PoolClient, readSchema: string): Promise<SchemaStatus> {
  const read = async (lock: '' | 'FOR KEY SHARE') => {
    const { rows } = await client.query<SchemaStatus>(
      `SELECT is_live, ${DATABASE_NOW_MS} AS now_ms, created_at FROM control.read_schema WHERE name = $1 ${lock}`,
      [readSchema],
    )
    return rows[0]!
  }
  const found = await read('')
  return found.is_live ? found : read('FOR KEY SHARE')
}

export type Retried = {
  readonly released: readonly Release[]
  readonly failed: readonly { readonly parkedKey: ParkedKeyRef; readonly error: LegislogError }[]
}

/** Tries each key by itself: a key that still fails stays parked and does not stop the others. */
export async function retryParkedKeys(
  options: Omit<Parameters<typeof retryParked>[0], 'parkedKey'> & {
    readonly parkedKeys: readonly ParkedKeyRef[]
  },
): Promise<Retried> {
  const released: Release[] = []
  const failed: { parkedKey: ParkedKeyRef; error: LegislogError }[] = []
  for (const parkedKey of options.parkedKeys) {
    try {
      released.push(await retryParked({ ...options, parkedKey }))
    } catch (error) {
      const failure = asFailure(error, 'evolve_failed')
      if (isTransient(error) || failure.code === 'registry_unreachable') throw error
      failed.push({ parkedKey, error: failure })
    }
  }
  return { released, failed }
}

/** Returns the events that had not been applied before. Webhooks must not report the others. */
async function applyEvents(
  client: pg.PoolClient,
  readSchema: string,
  events: readonly LogEvent[],
  records: readonly LogRecord[],
): Promise<LogEvent[]> {
  const rows = new WorkingSet()
  for (const touches of touchesOfBatch(rows, events)) await loadRows(client, readSchema, touches, rows)
  const applied = events.filter((event, index) => {
    try {
      return applyEvent(rows, event)
    } catch (error) {
      throw stillFailing(records[index]!, error)
    }
  })
  await writeChanges(client, rows, { read_schema: readSchema, encoder: new CopyEncoder() })
  const areApplied = new Set(applied)
  const skipped = records.filter((_, index) => isLive(events[index]!) && !areApplied.has(events[index]!))
  await recordSkipped(client, readSchema, skipped.map(placeOf))
  return applied
}

function stillFailing({ topic, partition, offset }: LogRecord, cause: unknown): LegislogError {
  const code = cause instanceof LegislogError ? cause.code : 'evolve_failed'
  const message = cause instanceof Error ? cause.message : String(cause)
  return new LegislogError(code, `${topic}:${partition} at ${offset} still fails: ${message}`, { cause })
}

/** A vote changes the row of its bill too. */
function releaseOf({ topic, key }: ParkedKeyRef, events: readonly LogEvent[]): Release {
  const ids = events.flatMap(({ body }) => ['bill' in body ? body.bill.id : null, body.id])
  return {
    topic,
    key,
    entity_id: events[0]!.body.id,
    released_ids: [...new Set(ids.filter((id) => id !== null))].sort((a, b) => a - b),
  }
}
