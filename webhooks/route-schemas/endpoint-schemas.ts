import { type TSchema, Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Text, TextOrNull, Tombstone } from '../../schemas/http/fields.ts'
import { NOT_BLANK } from '../../schemas/http/not-blank.ts'
import { operationalEventTypes } from '../event-types/operational-events.ts'
import { HoldReasonOrNull } from './delivery-schemas.ts'
import { EventName, EventType, InstantOrNull, PageOf } from './schemas.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: NOT_BLANK })

const Filter = Closed(
  {
    bill_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
    jurisdictions: Type.Optional(
      Type.Array(Name, {
        minItems: 1,
        maxItems: 100,
        description: 'Postal codes, names or division ids',
        examples: [['wa', 'Oregon']],
      }),
    ),
    subjects: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 100 })),
    topic: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: NOT_BLANK,
        description:
          'Words as in `q`: all later events of bills that already match, and of bills whose events mention them in title, subjects, description or motion',
        examples: ['school meals'],
      }),
    ),
    followed: Type.Optional(
      Type.Boolean({ description: 'Only bills that the account follows: /v1/follows' }),
    ),
  },
  {
    description:
      'Parts are joined with AND, and the values of a part with OR. An empty filter, {}, matches every event. A part with an empty list is refused',
  },
)

const HeaderText = Type.String({ writeOnly: true })
const HeaderTextOrGone = Type.Unsafe<string | null>({ type: ['string', 'null'], writeOnly: true })

const Headers = <V extends TSchema>(value: V, description: string) =>
  Type.Record(Type.String(), value, {
    maxProperties: 40,
    description,
    examples: [{ 'X-Api-Key': 'k_12345' }],
  })

const Secret = Type.String({
  maxLength: 100,
  writeOnly: true,
  description: 'Your own secret: whsec_ and the base64 of 24 to 64 bytes; generated if absent',
})
const MaxInFlight = Type.Integer({ minimum: 1, maximum: 20, description: 'Concurrent requests' })
const RateLimit = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1_000,
  description: 'Requests per second; null: as fast as you answer',
})
const Ordering = Type.Enum(['none', 'bill'], {
  description: '`bill`: a later event of a bill waits until the earlier one is delivered or given up',
})
const Url = Type.String({ maxLength: 2_048, examples: ['https://example.com/hooks/legislation'] })
const Events = Type.Array(EventName, {
  minItems: 1,
  maxItems: 10,
  examples: [['bill.action', 'vote.recorded']],
})
const Description = Type.String({ maxLength: 500 })

export const EndpointBody = Closed({
  url: Url,
  events: Events,
  description: Type.Optional(Description),
  filter: Type.Optional(Filter),
  headers: Type.Optional(
    Headers(
      HeaderText,
      'Headers that are sent with every delivery. Values are never shown again; headers that this service sets are refused',
    ),
  ),
  secret: Type.Optional(Secret),
  max_in_flight: Type.Optional(MaxInFlight),
  rate_limit_per_s: Type.Optional(RateLimit),
  ordering: Type.Optional(Ordering),
})

export const EndpointPatch = Closed(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    description: Type.Optional(Description),
    filter: Type.Optional(Filter),
    headers: Type.Optional(
      Headers(HeaderTextOrGone, 'A name with null is removed; names that are not sent stay'),
    ),
    max_in_flight: Type.Optional(MaxInFlight),
    rate_limit_per_s: Type.Optional(RateLimit),
    ordering: Type.Optional(Ordering),
  },
  { minProperties: 1, description: 'Members that are not sent stay unchanged' },
)

const endpoint = {
  id: Id,
  url: Text,
  description: Text,
  events: Type.Array(EventName),
  filter: Filter,
  header_names: Type.Array(Text),
  status: Type.Enum(['enabled', 'paused', 'disabled', 'suspended'], {
    description:
      'paused: events wait. disabled: events are skipped and can be replayed. suspended: as disabled, because the plan of the account has no webhooks',
  }),
  status_reason: OrNull(
    Type.Enum(['owner', 'gone', 'failing', 'paused_long', 'plan'], {
      description:
        'gone: it answered 410. failing: every attempt failed for five days. paused_long: it was paused for a week',
    }),
  ),
  status_at: Instant,
  max_in_flight: Type.Integer(),
  rate_limit_per_s: OrNull(Type.Integer()),
  ordering: Ordering,
  failures_in_row: Type.Integer(),
  first_failure_at: InstantOrNull,
  last_failure_at: InstantOrNull,
  last_success_at: InstantOrNull,
  created_at: Instant,
  updated_at: Instant,
}
export const Endpoint = Closed(endpoint)
export const EndpointPage = PageOf(Type.Union([Endpoint, Tombstone]))
export const EndpointWithSecret = Closed({
  ...endpoint,
  secret: Type.String({ description: 'Begins with whsec_' }),
})

export const SecretAnswer = Closed({
  secret: Type.String({ description: 'The newest secret; begins with whsec_' }),
  created_at: Instant,
  former: Type.Array(Closed({ created_at: Instant, expires_at: Instant }), {
    description: 'Replaced secrets that still sign',
  }),
})

export const HealthReport = Closed({
  endpoint: Endpoint,
  waiting: Closed({
    deliveries: Type.Integer(),
    is_capped: Type.Boolean({ description: 'More than 10,000 deliveries wait' }),
    next_attempt_at: InstantOrNull,
    held_by: HoldReasonOrNull,
  }),
  since: Instant,
  deliveries: Closed(
    {
      pending: Type.Integer(),
      delivered: Type.Integer(),
      failed: Type.Integer(),
      skipped: Type.Integer(),
    },
    { description: 'Deliveries of events since then (the newest 100,000), by current status' },
  ),
})

export const Notice = Closed({
  id: Id,
  event: Type.Enum([...operationalEventTypes]),
  data: Type.Record(Text, Type.Unknown(), {
    description: 'The event type, as in the body: /v1/webhook_event_types',
  }),
  created_at: Instant,
})

export const RotateBody = Closed({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      description: 'How long the former secret also signs; default 86400',
    }),
  ),
  secret: Type.Optional(Secret),
})
export const TestBody = Closed({ event: Type.Optional(EventType) })
export const TestAnswer = Closed({
  delivered: Type.Boolean(),
  event: Text,
  status: OrNull(Type.Integer()),
  error: TextOrNull,
  response: TextOrNull,
  duration_ms: Type.Integer(),
})
