import { Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Text, TextOrNull } from '../../schemas/http/fields.ts'
import { holdReasons } from '../endpoint/hold-reason.ts'
import { EventType, InstantOrNull } from './schemas.ts'

export const DeliveryStatusName = Type.Enum(['pending', 'delivered', 'failed', 'skipped'])
const NextAttempt = Type.Unsafe<string>({
  ...Instant,
  description:
    'Not before: when it is due, or when what holds it ends. null: it is not pending, or nobody knows',
})
export const HoldReasonOrNull = OrNull(
  Type.Enum([...holdReasons], {
    description:
      'What keeps it, as of this answer. paused: its owner paused the endpoint. plan: the plan of the account has no webhooks. failing: the endpoint failed five times in a row and is tried with one delivery at a time. asked_to_wait: the endpoint sent Retry-After, or our own way out failed',
  }),
)

const delivery = {
  id: Type.String({ description: 'The idempotency key of every attempt' }),
  endpoint_id: Id,
  event_id: Id,
  event: EventType,
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
    Type.String({ description: 'The first 1,024 bytes of the answer, where it was no success' }),
  ),
  response_headers: OrNull(Type.Record(Text, Text)),
})

export const DeliveryDetail = Closed({
  ...delivery,
  body: OrNull(
    Type.String({ description: 'As it is sent, byte for byte; null when it was kept long enough' }),
  ),
  log: Type.Array(Attempt, { description: 'The newest hundred attempts, oldest first' }),
})

export const ResendBody = Closed({
  new_idempotency_key: Type.Optional(
    Type.Boolean({
      description: 'As another delivery, for a receiver that has seen the key and lost what came with it',
    }),
  ),
})

export const EventItem = Closed({
  id: Id,
  event: EventType,
  data: Type.Record(Text, Type.Unknown(), { description: 'As in the body: /v1/webhook_event_types' }),
  created_at: Instant,
})

const Status = Type.Enum(['failed', 'skipped', 'missing'], {
  description:
    'missing: events that the endpoint would be owed by its events and filter of now, and that no delivery was made for. Without a status, all three',
})
export const ReplayBody = Closed({
  since: Type.String({ maxLength: 40, description: 'RFC 3339 or a date, at most 30 days ago' }),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'Now, where nothing is said' })),
  status: Type.Optional(Status),
  events: Type.Optional(Type.Array(EventType, { minItems: 1, maxItems: 10 })),
  dry_run: Type.Optional(Type.Boolean({ description: 'Only count' })),
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
    Type.Enum(['owner', 'endpoint_disabled'], { description: 'Why it stopped before its end' }),
  ),
  progress: Type.Number({ description: '0 to 1: how much of the time was looked through' }),
  queued: Closed({ failed: Type.Integer(), skipped: Type.Integer(), missing: Type.Integer() }),
  created_at: Instant,
  updated_at: Instant,
  finished_at: InstantOrNull,
})
export const ReplayParams = Type.Object({ id: Id, replay_id: Id })
