import type pg from 'pg'
import { addDelays, DATABASE_NOW_MS } from '../../runtime/delays/delay-counter.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { LogRecord } from '../../runtime/kafka/records/log-record.ts'
import type { StoredHeaders } from '../../runtime/kafka/records/stored-headers.ts'
import { recordFrom } from '../../runtime/kafka/records/stored-record.ts'
import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import { isTransient } from '../../runtime/postgres/transient.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import type { TopicName } from '../../schemas/log/topics.ts'
import { writeChanges } from '../engine/apply-batch.ts'
import { asFailure, decodeRecords } from '../fold/decode-records.ts'
import { applyEvent, isLive, placeOf, touchesOfBatch } from '../fold/fold-events.ts'
import { WorkingSet } from '../fold/working-set.ts'
import { dropThoseThatCameAgain } from '../parked/came-again.ts'
import { recordSkipped } from '../parking/park-events.ts'
import { lockPartitions } from '../read-schemas/positions.ts'
import { CopyEncoder } from '../rows/copy-encoder.ts'
import { loadRows } from '../rows/load-rows.ts'
import { delaysOfParked } from '../watermark/visible-delays.ts'

export type ParkedKeyRef = {
  readonly read_schema: string
  readonly topic: TopicName
  readonly key: string
  /** If it is not named, the one in which the key has been parked for longest is meant. */
  readonly partition?: number
}

export type ParkedKey = ParkedKeyRef & {
  readonly partition: number
  readonly parked_at: string
  readonly events: number
  /** Of the first event, behind which the others stand. */
  readonly code: string
  readonly error: string
}

export type ParkedEvent = {
  readonly partition: number
  readonly offset: string
  readonly code: string
  readonly error: string
  readonly headers: StoredHeaders
  readonly value: Buffer | null
  readonly appended_at: number
  readonly parked_at: string
  readonly dropped_at: string | null
}

/** What a retry has applied: the entities whose rows must move, so that sync clients see them. */
export type Release = {
  readonly topic: TopicName
  readonly key: string
  /** Of the first event: the entity that the release is told of. */
  readonly entity_id: number
  readonly released_ids: readonly number[]
}

export async function listParked(database: Database): Promise<ParkedKey[]> {
  const { rows } = await database.query<ParkedKey>(`
    SELECT k.read_schema, k.topic, k.partition, k.key, k.parked_at, e.events, e.code, e.error
    FROM control.parked_key k, LATERAL (
      SELECT count(*) AS events, (array_agg(code ORDER BY "offset"))[1] AS code,
        (array_agg(error ORDER BY "offset"))[1] AS error
      FROM control.parked_event e
      WHERE (e.read_schema, e.topic, e.key, e.partition) = (k.read_schema, k.topic, k.key, k.partition)
        AND e.dropped_at IS NULL
    ) e
    ORDER BY k.read_schema, k.parked_at, k.topic, k.partition, k.key`)
  return rows
}

/** The events of a lane in order, dropped ones too. */
export async function showParked(database: Database, parkedKey: ParkedKeyRef): Promise<ParkedEvent[]> {
  const { rows } = await database.query<ParkedEvent>(
    `SELECT partition, "offset"::text AS "offset", code, error, headers, value, appended_at, parked_at,
       dropped_at
     FROM control.parked_event WHERE read_schema = $1 AND topic = $2 AND key = $3
     ORDER BY partition, parked_event."offset"`,
    [parkedKey.read_schema, parkedKey.topic, parkedKey.key],
  )
  return rows
}

/**
 * Applies the events of a lane in order, all or none, and opens the lane. `announce` appends the release event, in the
 * same transaction; it is not called for a read schema that nobody reads: the flip that points readers at it tells them.
 * Throws what the first event that still fails throws; nothing has changed then.
 */
export async function retryParked(options: {
  readonly database: Database
  readonly codec: EventCodec
  readonly lane: ParkedKeyRef
  readonly announce: (client: pg.PoolClient, release: Release) => Promise<void>
}): Promise<Release> {
  const { database, codec, lane, announce } = options
  return inTransaction(database, async (client) => {
    const decoded = await decodeRecords(codec, await takeParked(client, lane))
    const left = await dropThoseThatCameAgain(client, lane.read_schema, decoded)
    const records = left.map(({ record }) => record)
    const events = left.map(({ record, event, failure }) => {
      if (event === null) throw stillFailing(record, failure)
      return event
    })
    const applied = await applyEvents(client, lane.read_schema, events, records)
    await client.query(
      `DELETE FROM control.parked_event
       WHERE read_schema = $1 AND topic = $2 AND key = $3 AND partition = $4 AND dropped_at IS NULL`,
      [lane.read_schema, lane.topic, lane.key, records[0]!.partition],
    )
    await unparkKey(client, lane, records[0]!.partition)
    const release = releaseOf(lane, events)
    const live = await readSchemaStatus(client, lane.read_schema)
    if (live.is_live) {
      await announce(client, release)
      await addDelays(client, 'api', delaysOfParked(applied, live))
    }
    return release
  })
}

type SchemaStatus = { readonly is_live: boolean; readonly now_ms: number; readonly created_at: string }

/**
 * Of one that nobody reads it says so until the transaction ends: a flip that would point readers at it waits, sees what
 * was applied, and tells of it.
 */
async function readSchemaStatus(client: pg.PoolClient, readSchema: string): Promise<SchemaStatus> {
  const look = async (lock: '' | 'FOR KEY SHARE') => {
    const { rows } = await client.query<SchemaStatus>(
      `SELECT is_live, ${DATABASE_NOW_MS} AS now_ms, created_at FROM control.read_schema WHERE name = $1 ${lock}`,
      [readSchema],
    )
    return rows[0]!
  }
  const standing = await look('')
  return standing.is_live ? standing : look('FOR KEY SHARE')
}

export type Retried = {
  readonly released: readonly Release[]
  readonly failed: readonly { readonly lane: ParkedKeyRef; readonly error: LegislogError }[]
}

/** Tries each lane by itself: one that still fails stays parked and stops no other. */
export async function retryParkedKeys(
  options: Omit<Parameters<typeof retryParked>[0], 'lane'> & { readonly lanes: readonly ParkedKeyRef[] },
): Promise<Retried> {
  const released: Release[] = []
  const failed: { lane: ParkedKeyRef; error: LegislogError }[] = []
  for (const parkedKey of options.lanes) {
    try {
      released.push(await retryParked({ ...options, lane: parkedKey }))
    } catch (error) {
      const failure = asFailure(error, 'evolve_failed')
      if (isTransient(error) || failure.code === 'registry_unreachable') throw error
      failed.push({ lane: parkedKey, error: failure })
    }
  }
  return { released, failed }
}

/**
 * Gives up the first event of a lane: it is kept, and never applied to this read schema. The others wait for a retry;
 * without others the lane is open. Gives the offset of the event.
 */
export async function dropParked(database: Database, parkedKey: ParkedKeyRef): Promise<string> {
  return inTransaction(database, async (client) => {
    const [first, ...others] = await takeParked(client, parkedKey)
    await client.query(
      `UPDATE control.parked_event SET dropped_at = now()
       WHERE read_schema = $1 AND topic = $2 AND partition = $3 AND "offset" = $4`,
      [parkedKey.read_schema, parkedKey.topic, first!.partition, String(first!.offset)],
    )
    if (others.length === 0) await unparkKey(client, parkedKey, first!.partition)
    return String(first!.offset)
  })
}

/**
 * The events of one partition: a key is parked in a second one only if a message does not lie in the partition of its key.
 * Under the lock that projectors of the partition take, so that nothing is parked or applied meanwhile.
 */
async function takeParked(client: pg.PoolClient, parkedKey: ParkedKeyRef): Promise<LogRecord[]> {
  const select = `SELECT partition, "offset"::text AS "offset", headers, value, appended_at
     FROM control.parked_event
     WHERE read_schema = $1 AND topic = $2 AND key = $3 AND dropped_at IS NULL AND partition = (
       SELECT partition FROM control.parked_key
       WHERE read_schema = $1 AND topic = $2 AND key = $3 AND partition = coalesce($4, partition)
       ORDER BY parked_at, partition LIMIT 1
     ) ORDER BY parked_event."offset"`
  const names = [parkedKey.read_schema, parkedKey.topic, parkedKey.key, parkedKey.partition ?? null]
  const { rows: before } = await client.query<ParkedEvent>(select, names)
  if (before.length === 0) {
    throw new LegislogError(
      'usage',
      `nothing of ${parkedKey.key} in ${parkedKey.topic} is parked in ${parkedKey.read_schema}`,
    )
  }
  await lockPartitions(client, parkedKey.read_schema, [before[0]!.partition])
  const { rows } = await client.query<ParkedEvent>(select, names)
  return rows.map((row) => recordFrom({ ...row, topic: parkedKey.topic, key: parkedKey.key }))
}

/** Gives those that had not been applied before. Webhooks must not tell of the others. */
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

async function unparkKey(client: pg.PoolClient, parkedKey: ParkedKeyRef, partition: number): Promise<void> {
  await client.query(
    'DELETE FROM control.parked_key WHERE read_schema = $1 AND topic = $2 AND key = $3 AND partition = $4',
    [parkedKey.read_schema, parkedKey.topic, parkedKey.key, partition],
  )
}

function stillFailing({ topic, partition, offset }: LogRecord, cause: unknown): LegislogError {
  const code = cause instanceof LegislogError ? cause.code : 'evolve_failed'
  const message = cause instanceof Error ? cause.message : String(cause)
  return new LegislogError(code, `${topic}:${partition} at ${offset} still fails: ${message}`, { cause })
}

/** A vote has moved its bill too. */
function releaseOf({ topic, key }: ParkedKeyRef, events: readonly LogEvent[]): Release {
  const ids = events.flatMap(({ body }) => ['bill' in body ? body.bill.id : null, body.id])
  return {
    topic,
    key,
    entity_id: events[0]!.body.id,
    released_ids: [...new Set(ids.filter((id) => id !== null))].sort((a, b) => a - b),
  }
}
