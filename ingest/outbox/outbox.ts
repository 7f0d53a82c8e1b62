import type { PoolClient } from 'pg'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { partitionCount, partitionOf } from '../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { eventId, toHeaders } from '../../schemas/log/envelope.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import type { BillContext } from '../emit/bill-context.ts'
import type { Identity } from '../state/identities.ts'
import { packTexts } from '../state/packed-texts.ts'
import type { Fact } from '../state/stored-entities.ts'
import { frameEvents } from './outbox-frame.ts'

/** What one observation changed, ready to be told. */
export type Emission = Identity & {
  /** Events of the entity so far. */
  readonly sequence: number
  readonly facts: readonly Fact[]
  /** In every bill.* and vote.* event. */
  readonly bill: BillContext | null
  readonly source: string
  readonly observed_at: string
  readonly run_id: string
  readonly backfill: boolean
}

export type OutboxRow = {
  readonly topic: string
  readonly partition: number
  readonly key: string
  readonly event_count: number
  readonly events: Buffer
}

/** Throws `event_invalid`, `event_too_large`. */
export async function encodeEmission(
  emission: Emission,
  codec: EventCodec,
  settings: Settings,
): Promise<OutboxRow> {
  const { topic } = catalog[emission.facts[0]!.type]
  const events: { headers: Record<string, string>; value: Buffer }[] = []
  let sequence = emission.sequence
  for (const { type, part } of emission.facts) {
    sequence += 1
    const ids = { id: emission.entity_id, ocd_id: emission.ocd_id }
    const body = emission.bill === null ? { ...ids, ...part } : { ...ids, bill: emission.bill, ...part }
    const headers = toHeaders(type, {
      id: eventId(emission.ocd_id, type, sequence, body),
      source: emission.source,
      subject: emission.ocd_id,
      time: emission.observed_at,
      schema_version: catalog[type].version,
      sequence,
      run: emission.run_id,
      backfill: emission.backfill,
    })
    events.push({ headers, value: await codec.encode(type, body) })
  }
  return {
    topic,
    partition: partitionOf(emission.kafka_key, partitionCount(settings, topic)),
    key: emission.kafka_key,
    event_count: events.length,
    events: frameEvents(events),
  }
}

/** In the order given, which is the order in which the relay publishes. Wakes the relay at commit. */
export async function insertOutbox(client: PoolClient, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  const events = packTexts(rows.map((row) => row.events))
  await client.query(
    `INSERT INTO ingest.outbox (topic, partition, key, event_count, events)
     SELECT w.topic, w.partition, w.key, w.event_count, substr($5::bytea, w.starts, w.length)
     FROM unnest($1::text[], $2::int[], $3::text[], $4::int[], $6::int[], $7::int[])
       AS w (topic, partition, key, event_count, starts, length)`,
    [
      rows.map(({ topic }) => topic),
      rows.map(({ partition }) => partition),
      rows.map(({ key }) => key),
      rows.map(({ event_count }) => event_count),
      events.bytes,
      events.starts,
      events.lengths,
    ],
  )
  await client.query(`SELECT pg_notify('legislog_outbox', '')`)
}
