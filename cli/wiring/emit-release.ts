import type pg from 'pg'
import type { Fact } from '../../ingest/diff/change.ts'
import { encodeEmission } from '../../ingest/emit/emission.ts'
import { insertOutbox, type OutboxRow } from '../../ingest/outbox/outbox.ts'
import type { Release } from '../../projections/parked-retry/retry-parked.ts'
import type { EventCodec } from '../../runtime/events/event-codec.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { LegislogError } from '../../schemas/errors.ts'
import type { TopicName } from '../../schemas/log/topics.ts'

const releaseTypes = {
  'legislog.bills.v1': 'bill.released',
  'legislog.votes.v1': 'vote.released',
  'legislog.regulations.v1': 'regulation.released',
  'legislog.reference.v1': 'reference.released',
  'legislog.derived.v1': 'derivation.released',
  'legislog.advocacy.v1': 'advocacy.released',
} as const satisfies Record<TopicName, Fact['type']>

/** Puts the event about a release into the outbox, in the transaction of the release. */
export async function emitRelease(
  client: pg.PoolClient,
  codec: EventCodec,
  settings: Settings,
  { topic, key, entity_id, released_ids }: Release,
): Promise<void> {
  const { rows } = await client.query<{ ocd_id: string; sequence: number; now: string }>(
    `UPDATE ingest.entity SET sequence = sequence + 1 WHERE id = $1
     RETURNING ocd_id, sequence - 1 AS sequence, now() AS now`,
    [entity_id],
  )
  const entity = rows[0]
  if (entity === undefined) {
    throw new LegislogError('event_invalid', `ingest knows no entity ${entity_id} to release`)
  }
  const row = await encodeRelease(
    { topic, key, entity_id, released_ids },
    { ocd_id: entity.ocd_id, sequence: entity.sequence, at: entity.now },
    { source: 'legislog/parked', run_id: 'parked', backfill: false },
    codec,
    settings,
  )
  await insertOutbox(client, [row])
}

/** Encodes the event about a release as a row of the outbox. */
export function encodeRelease(
  { topic, key, entity_id, released_ids }: Release,
  entity: { readonly ocd_id: string; readonly sequence: number; readonly at: string },
  origin: { readonly source: string; readonly run_id: string; readonly backfill: boolean },
  codec: EventCodec,
  settings: Settings,
): Promise<OutboxRow> {
  return encodeEmission(
    {
      entity_id,
      ocd_id: entity.ocd_id,
      kafka_key: key,
      sequence: entity.sequence,
      facts: [{ type: releaseTypes[topic], part: { released_ids: [...released_ids] } }],
      bill: null,
      observed_at: entity.at,
      ...origin,
    },
    codec,
    settings,
  )
}
