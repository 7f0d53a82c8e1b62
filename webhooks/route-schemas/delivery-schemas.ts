import { Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Text, TextOrNull } from '../../schemas/http/fields.ts'
import { holdReasons } from '../endpoint/hold-reason.ts'
import { EventType, InstantOrNull } from './schemas.ts'

export const DeliveryStatusName = Type.Enum(['pending', 'delivered', 'failed', 'skipped'])
const NextAttempt = Type.Unsafe<string>({
  ...Instant,
  description:
    'The earliest time of the next attempt; null if the delivery is not pending or the time is unknown',
})
export const HoldReasonOrNull = OrNull(
  Type.Enum([...holdReasons], {
    description:
      'Why it is not sent now. paused: its owner paused the endpoint. plan: the plan of the account has no webhooks. failing: the endpoint failed five times in a row and is tried with one delivery at a time. asked_to_wait: the endpoint sent Retry-After, or our own network failed',
  }),
)

const delivery = {
  id: Type.String({ description: 'The idempotency key of every attempt' }),
  endpoint_id: Id,
  event_id: Id,
  event: EventType,
  bill_id: OrNull({
    ...Id,
    description: 'null for events that belong to no bill, such as scorecard.published',
  }),
  status: DeliveryStatusName,
  attempts: Type.Integer(),
  next_attempt_at: OrNull(NextAttempt),
  held_by: HoldReasonOrNull,
  last_status: OrNull(Type.Integer()),
  last_error: TextOrNull,
  created_at: Instant,
  updated_at: Instant,
}
export const Delivery = Closed(delivery)

export const Attempt = Closed({
  attempt: Type.Integer(),
  at: Instant,
  duration_ms: Type.Integer(),
  outcome: Type.Enum(['delivered', 'retried', 'failed', 'exhausted']),
  status: OrNull(Type.Integer()),
  error: TextOrNull,
  response: OrNull(
    Type.String({ description: 'The first 1,024 bytes of the answer, if it was not a success' }),
  ),
  response_headers: OrNull(Type.Record(Text, Text)),
})

export const DeliveryDetail = Closed({
  ...delivery,
  body: OrNull(Type.String({ description: 'The exact text that is sent; null after its retention ended' })),
  log: Type.Array(Attempt, { description: 'The newest hundred attempts, oldest first' }),
})

export const ResendBody = Closed({
  new_idempotency_key: Type.Optional(
    Type.Boolean({
      description: 'Send it as another delivery, for a receiver that has seen the key but lost the content',
    }),
  ),
})

export const EventItem = Closed({
  id: Id,
  event: EventType,
  data: Type.Record(Text, Type.Unknown(), {
    description: 'The event type, as in the body: /v1/webhook_event_types',
  }),
  created_at: Instant,
})

const Status = Type.Enum(['failed', 'skipped', 'missing'], {
  description:
    'missing: events without a delivery that match the current events and filter of the endpoint. Without a status, the replay sends all three',
})
export const ReplayBody = Closed({
  since: Type.String({ maxLength: 40, description: 'RFC 3339 or a date, at most 30 days ago' }),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'Default: now' })),
  status: Type.Optional(Status),
  events: Type.Optional(Type.Array(EventType, { minItems: 1, maxItems: 10 })),
  dry_run: Type.Optional(Type.Boolean({ description: 'Count only, and send nothing' })),
})

export const Replay = Closed({
  id: Id,
  endpoint_id: Id,
  since: Instant,
  until: Instant,
  status: OrNull(Status),
  events: OrNull(Type.Array(EventType)),
  dry_run: Type.Boolean(),
  state: Type.Enum(['running', 'done', 'stopped']),
  state_reason: OrNull(
    Type.Enum(['owner', 'endpoint_disabled'], { description: 'The reason why the replay stopped early' }),
  ),
  progress: Type.Number({ description: '0 to 1: the share of the time range that is done' }),
  queued: Closed({ failed: Type.Integer(), skipped: Type.Integer(), missing: Type.Integer() }),
  created_at: Instant,
  updated_at: Instant,
  finished_at: InstantOrNull,
})
export const ReplayParams = Type.Object({ id: Id, replay_id: Id })
