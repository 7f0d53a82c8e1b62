import { type TSchema, Type } from 'typebox'
import { Closed, Id, Instant, OrNull, Text, TextOrNull } from '../../schemas/http/fields.ts'
import { Problem } from '../../schemas/http/problem.ts'
import { webhookEventTypes } from '../catalogue.ts'

const InstantOrNull = OrNull(Instant)
const EventName = Type.Enum([...webhookEventTypes, '*'])

export const FilterBody = Closed(
  {
    bill_ids: Type.Optional(Type.Array(Id, { maxItems: 1_000 })),
    jurisdictions: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 100,
        description: 'Postal codes, names or division ids',
      }),
    ),
    subjects: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })),
    followed: Type.Optional(Type.Boolean({ description: 'Only bills that the account follows' })),
  },
  {
    description:
      'Parts are joined with AND, values of a part with OR; without a part it lets everything through',
  },
)

export const EndpointBody = Closed({
  url: Type.String({ maxLength: 2_048, examples: ['https://example.com/hooks/legislation'] }),
  events: Type.Array(EventName, { minItems: 1, maxItems: 10 }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  filter: Type.Optional(FilterBody),
  max_in_flight: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
})

const endpoint = {
  id: Id,
  url: Text,
  description: Text,
  events: Type.Array(EventName),
  filter: FilterBody,
  status: Type.Enum(['enabled', 'paused', 'disabled', 'suspended']),
  status_reason: OrNull(Type.Enum(['gone', 'failing', 'owner'])),
  max_in_flight: Type.Integer(),
  failures_in_row: Type.Integer(),
  first_failure_at: InstantOrNull,
  last_failure_at: InstantOrNull,
  last_success_at: InstantOrNull,
  created_at: Instant,
  updated_at: Instant,
}
export const Endpoint = Closed(endpoint)
export const EndpointWithSecret = Closed({
  ...endpoint,
  secret: Type.String({ description: 'Begins with whsec_; shown in this answer only' }),
})

export const RotateBody = Closed({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      description: 'How long the former secret signs beside the new one; 86400 where nothing is said',
    }),
  ),
})
export const TestBody = Closed({ event: Type.Optional(Type.Enum([...webhookEventTypes])) })
export const TestAnswer = Closed({
  delivered: Type.Boolean(),
  event: Text,
  status: OrNull(Type.Integer()),
  error: TextOrNull,
  response: TextOrNull,
  duration_ms: Type.Integer(),
})

export const DeliveryStatusName = Type.Enum(['pending', 'delivered', 'failed', 'skipped'])
const delivery = {
  id: Type.String({ description: 'The idempotency key of every attempt' }),
  endpoint_id: Id,
  event_id: Id,
  event: Type.Enum([...webhookEventTypes]),
  status: DeliveryStatusName,
  attempts: Type.Integer(),
  next_attempt_at: InstantOrNull,
  last_status: OrNull(Type.Integer()),
  last_error: TextOrNull,
  created_at: Instant,
  updated_at: Instant,
}
export const Delivery = Closed(delivery)
export const DeliveryDetailAnswer = Closed({
  ...delivery,
  body: OrNull(
    Type.String({ description: 'As it is sent, byte for byte; null when it was kept long enough' }),
  ),
  log: Type.Array(
    Closed({
      attempt: Type.Integer(),
      at: Instant,
      duration_ms: Type.Integer(),
      outcome: Type.Enum(['delivered', 'retried', 'failed', 'exhausted']),
      status: OrNull(Type.Integer()),
      error: TextOrNull,
      response: TextOrNull,
    }),
  ),
})

export const CatalogueEntry = Closed({
  event: Type.Enum([...webhookEventTypes]),
  description: Text,
  version: Type.Integer(),
  schema: Type.Unknown({ description: 'JSON Schema 2020-12 of the whole body' }),
  example: Type.Unknown(),
})

export const Follow = Closed({ bill_id: Id, created_at: Instant })

export const IdParams = Type.Object({ id: Id })
export const NoQuery = Closed({})
export const PageQuery = Closed({
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  cursor: Type.Optional(Type.String({ maxLength: 500 })),
})
export const PageOf = (item: TSchema) =>
  Closed({ data: Type.Array(item), next_cursor: OrNull(Type.String()) })

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: Problem } },
})

/** The answers of a route, as OpenAPI shows them. */
export function answers(schema: TSchema, options: { status?: number; description?: string } = {}) {
  return {
    [options.status ?? 200]: {
      description: options.description ?? 'Found',
      content: { 'application/json': { schema } },
    },
    '4xx': problem('The request cannot be answered as it is'),
    '5xx': problem('The service cannot answer now'),
  }
}

export const noContent = { 204: { description: 'Done', type: 'null' } }
