import { hash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { insertParked } from '../../runtime/log-consumer/parked-records.ts'
import { EVENTS_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { PLAN_ALLOWS } from '../endpoint/plan.ts'
import { bodyOf, MAX_BODY_BYTES } from '../event-types/payload.ts'
import type { IncomingEvent, WebhookBatch } from '../log/log-batch.ts'
import { movePositions } from '../log/positions.ts'
import { matchKeywords, trackMatchedBills } from '../matching/keyword-filter.ts'
import {
  type Filter,
  type MatchContext,
  matchesSubscription,
  type Subscription,
} from '../matching/matching.ts'
import { applyMerges, forgetMergedBills } from '../subscriptions/bill-merges.ts'

export type FanOutResult = {
  readonly events: number
  readonly deliveries: number
  /** Endpoints with new deliveries. */
  readonly endpoint_ids: readonly number[]
}

type Endpoint = Subscription & { readonly is_served: boolean }
type Event = IncomingEvent & { readonly id: number; readonly body: Buffer }
type Delivery = {
  readonly key: string
  readonly event_id: number
  readonly endpoint_id: number
  readonly status: 'pending' | 'skipped' | 'failed'
  readonly error: string | null
}

const ROWS_A_STATEMENT = 5_000

/**
 * Writes a batch in the caller's transaction: its events, one delivery for each endpoint that an event is owed to,
 * parked messages, and the positions. A repeated event gets no deliveries: it got them before.
 */
export async function writeBatch(client: PoolClient, batch: WebhookBatch, now: Date): Promise<FanOutResult> {
  await movePositions(client, batch.moves)
  if (batch.parked.length > 0) await insertParked(client, 'webhook', batch.parked, now)
  // Between the two steps, followers of either bill get events of both: this batch may contain events from before the
  // merge.
  const merged = await applyMerges(client, batch.merges, now)
  const events = await insertEvents(client, await selectNewEvents(client, batch.events), now)
  const deliveries = events.length === 0 ? [] : await deliveriesOf(client, events)
  await forgetMergedBills(client, merged)
  for (let start = 0; start < deliveries.length; start += ROWS_A_STATEMENT)
    await insertDeliveries(client, deliveries.slice(start, start + ROWS_A_STATEMENT), now)
  const pending = deliveries.filter(({ status }) => status === 'pending')
  return {
    events: events.length,
    deliveries: deliveries.length,
    endpoint_ids: [...new Set(pending.map(({ endpoint_id }) => endpoint_id))],
  }
}

async function selectNewEvents(
  client: PoolClient,
  events: readonly IncomingEvent[],
): Promise<IncomingEvent[]> {
  const byId = new Map(events.toReversed().map((event) => [event.ce_id, event]))
  for (const ceId of await findKnownEvents(client, [...byId.keys()])) byId.delete(ceId)
  return events.filter((event) => byId.get(event.ce_id) === event)
}

/** Returns those event ids that are already stored. */
export async function findKnownEvents(client: PoolClient, ceIds: readonly string[]): Promise<string[]> {
  if (ceIds.length === 0) return []
  const { rows } = await client.query<{ ce_id: string }>(
    'SELECT ce_id FROM webhook.event WHERE ce_id = ANY($1)',
    [ceIds],
  )
  return rows.map(({ ce_id }) => ce_id)
}

/** The lock is kept until the transaction ends. */
export async function lockEventIds(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [EVENTS_LOCK])
}

/**
 * Takes the ids first, because the stored bytes contain them. They are taken in log order, so they grow with it. Only
 * one dispatcher takes ids at a time and keeps the lock until it commits. So a client that has read up to an id misses
 * no lower one.
 */
async function insertEvents(
  client: PoolClient,
  events: readonly IncomingEvent[],
  now: Date,
): Promise<Event[]> {
  if (events.length === 0) return []
  await lockEventIds(client)
  const { rows } = await client.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('webhook.event', 'id')) AS id FROM generate_series(1, $1)`,
    [events.length],
  )
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  const numbered = events.map((event, index): Event => {
    const id = ids[index]!
    return { ...event, id, body: bodyOf(id, event.subject.type, event.data) }
  })
  // created_at grows with the id, even if the clocks of two dispatchers differ.
  await client.query(
    `INSERT INTO webhook.event (id, ce_id, type, bill_id, jurisdiction, recorded_at, subjects, body, created_at)
     SELECT id, ce_id, type, bill_id, jurisdiction, recorded_at,
       CASE WHEN subjects IS NOT NULL THEN ARRAY(SELECT json_array_elements_text(subjects)) END, body,
       greatest($7::timestamptz, (SELECT created_at FROM webhook.event ORDER BY id DESC LIMIT 1))
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::json[], $6::bytea[], $8::bigint[],
         $9::text[])
       AS event (id, ce_id, type, recorded_at, subjects, body, bill_id, jurisdiction)`,
    [
      numbered.map(({ id }) => id),
      numbered.map(({ ce_id }) => ce_id),
      numbered.map(({ subject }) => subject.type),
      numbered.map(({ recorded_at }) => recorded_at),
      numbered.map(({ subject }) => (subject.subjects === null ? null : JSON.stringify(subject.subjects))),
      numbered.map(({ body }) => body),
      now,
      numbered.map(({ subject }) => subject.bill_id),
      numbered.map(({ subject }) => subject.jurisdiction),
    ],
  )
  return numbered
}

/**
 * Reads the endpoints after it has locked the positions: an endpoint that was created before is included, a later one
 * starts after them.
 */
async function deliveriesOf(client: PoolClient, events: readonly Event[]): Promise<Delivery[]> {
  const { rows: endpoints } = await client.query<Endpoint & { filter: Filter }>(
    `SELECT id AS endpoint_id, account_id, events, filter, start, status <> 'disabled' AND ${PLAN_ALLOWS} AS is_served
     FROM webhook.endpoint WHERE account_id IS NOT NULL ORDER BY id`,
  )
  const topics = await matchKeywords(
    client,
    events.map(({ subject }) => subject),
    endpoints,
  )
  const known: MatchContext = {
    follows: await followsOf(client, events, endpoints),
    isAboutTopic: topics.isAbout,
  }
  const deliveries: Delivery[] = []
  for (const event of events) {
    const { id, body, subject } = event
    const tooLarge = body.length > MAX_BODY_BYTES
    for (const endpoint of endpoints) {
      if (!matchesSubscription(subject, endpoint, known)) continue
      const status = !endpoint.is_served ? 'skipped' : tooLarge ? 'failed' : 'pending'
      deliveries.push({
        key: deliveryKey(event, endpoint.endpoint_id),
        event_id: id,
        endpoint_id: endpoint.endpoint_id,
        status,
        error: status === 'failed' ? 'payload_too_large' : null,
      })
    }
  }
  await trackMatchedBills(client, topics.found)
  return deliveries
}

export async function followsOf(
  client: Queryable,
  events: readonly Pick<IncomingEvent, 'subject'>[],
  endpoints: readonly { readonly filter: Filter }[],
): Promise<(account_id: number, bill_id: number) => boolean> {
  if (!endpoints.some(({ filter }) => filter.followed === true)) return () => false
  const bills = events.flatMap(({ subject }) => (subject.bill_id === null ? [] : [subject.bill_id]))
  const { rows } = await client.query<{ account_id: number; bill_id: number }>(
    'SELECT account_id, bill_id FROM webhook.follow WHERE bill_id = ANY($1) AND removed_at IS NULL',
    [bills],
  )
  const followed = new Set(rows.map(({ account_id, bill_id }) => `${account_id}:${bill_id}`))
  return (accountId, billId) => followed.has(`${accountId}:${billId}`)
}

async function insertDeliveries(
  client: PoolClient,
  deliveries: readonly Delivery[],
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO webhook.delivery (key, event_id, endpoint_id, status, last_error, due_at, created_at, updated_at)
     SELECT delivery.*, $6, $6, $6
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS delivery
     ON CONFLICT (key) DO NOTHING`,
    [
      deliveries.map(({ key }) => key),
      deliveries.map(({ event_id }) => event_id),
      deliveries.map(({ endpoint_id }) => endpoint_id),
      deliveries.map(({ status }) => status),
      deliveries.map(({ error }) => error),
      now,
    ],
  )
}

/**
 * The idempotency key of one event for one endpoint. It depends on nothing else, except the copy number of a delivery
 * that was requested under a new key. So after the restore of a backup the same keys are made again. It begins with the
 * event's time, so that new keys are adjacent in the index. It contains no dots, because a dot follows it in the signed
 * text.
 */
export function deliveryKey(
  { ce_id, recorded_at }: Pick<IncomingEvent, 'ce_id' | 'recorded_at'>,
  endpointId: number,
  copy = 0,
): string {
  const ms = Math.max(Date.parse(recorded_at) || 0, 0)
  const text = copy === 0 ? `${endpointId} ${ce_id}` : `${endpointId} ${ce_id} ${copy}`
  const own = hash('sha256', text, 'hex').slice(0, 20)
  return `dlv_${ms.toString(16).padStart(12, '0')}${own}`
}
