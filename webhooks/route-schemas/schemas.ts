import { type TProperties, type TSchema, Type } from 'typebox'
import { Closed, Id, Instant, OrNull } from '../../schemas/http/fields.ts'
import { Problem } from '../../schemas/http/problem.ts'
import { webhookEventTypes } from '../event-types/event-types.ts'
import { operationalEventTypes } from '../event-types/operational-events.ts'

/** The pieces that the routes of webhooks share. */
export const InstantOrNull = OrNull(Instant)
export const EventType = Type.Enum([...webhookEventTypes, ...operationalEventTypes])
export const EventName = Type.Enum([...webhookEventTypes, ...operationalEventTypes, '*'])

export const IdParams = Type.Object({ id: Id })
export const KeyParams = Type.Object({
  key: Type.String({ pattern: '^dlv_[0-9a-f]{32}$', examples: ['dlv_0f6f6b1e35a55f2e8a626a3f6c9f1d0b'] }),
})
export const NoQuery = Closed({})

export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of items on a page' })),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: 'The `next_cursor` of the previous page' }),
  ),
}
export const updatedSince = {
  updated_since: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'Only items that changed at or after this time (RFC 3339 or a date), oldest change first. Pass the X-Sync-Through of the last page of one walk to the next.',
    }),
  ),
}
/** `what`: such as `deleted endpoints`. */
export const includeDeleted = (what: string) => ({
  include: Type.Optional(
    Type.Enum(['deleted'], { description: `\`deleted\` adds ${what}, as {id, deleted, updated_at}` }),
  ),
})
export const since = {
  since: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Only deliveries of events since this time (RFC 3339 or a date)',
    }),
  ),
}
export const pageQuery = <P extends TProperties>(filters: P) => Closed({ ...filters, ...paging })

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
    '4xx': problem('The request is invalid'),
    '5xx': problem('The service cannot answer at the moment'),
  }
}

export const noContent = { 204: { description: 'Done', type: 'null' } }
