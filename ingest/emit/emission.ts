import type { EventCodec } from '../../runtime/events/event-codec.ts'
import { partitionCount, partitionOf } from '../../runtime/kafka/client/kafka-client.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { eventId, toHeaders } from '../../schemas/log/envelope.ts'
import { catalog } from '../../schemas/log/event-catalog.ts'
import type { Fact } from '../diff/change.ts'
import type { OutboxRow } from '../outbox/outbox.ts'
import { frameEvents } from '../outbox/outbox-frame.ts'
import type { Identity } from '../state/identities.ts'
import type { BillContext } from './bill-context.ts'

/** The changes of one observation, ready to be emitted. */
export type Emission = Identity & {
  /** Number of the entity's events so far. */
  readonly sequence: number
  readonly facts: readonly Fact[]
  /** In every bill.* and vote.* event. */
  readonly bill: BillContext | null
  readonly source: string
  readonly observed_at: string
  readonly run_id: string
  readonly backfill: boolean
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
