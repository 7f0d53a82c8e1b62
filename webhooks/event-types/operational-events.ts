import { type Static, Type } from 'typebox'

/**
 * Events about an endpoint, sent to the account's other endpoints that name them. `*` only means events of the log,
 * so that subscribers of bills get nothing else.
 */
const Nullable = <T extends typeof Text>(schema: T) => Type.Union([schema, Type.Null()])
const Text = Type.String()

const Notice = Type.Object({
  endpoint_id: Type.Integer(),
  url: Type.String(),
  reason: Type.Enum(['failing', 'gone'], {
    description: 'gone: it answered 410; failing: no 2xx for a long time',
  }),
  failing_hours: Type.Integer({ description: 'Whole hours since the first of the failures in a row' }),
  failures_in_row: Type.Integer(),
  first_failure_at: Nullable(Text),
  last_error: Nullable(Text),
})
export type Notice = Static<typeof Notice>

const example: Notice = {
  endpoint_id: 12,
  url: 'https://example.com/hooks/legislation',
  reason: 'failing',
  failing_hours: 24,
  failures_in_row: 31,
  first_failure_at: '2026-01-12T08:00:00.000000Z',
  last_error: 'status 503',
}

export const operationalEvents = {
  'endpoint.warning': {
    description: 'Your endpoint has failed for 24 hours, or for 72 hours. After five days, it is disabled.',
    version: 1,
    data: Notice,
    example,
  },
  'endpoint.disabled': {
    description: 'Your endpoint was disabled: it answered 410, or failed for five days.',
    version: 1,
    data: Notice,
    example: { ...example, failing_hours: 120, failures_in_row: 64 },
  },
} as const

export type OperationalEventType = keyof typeof operationalEvents
export const operationalEventTypes = Object.keys(operationalEvents) as OperationalEventType[]

export function isOperationalEventType(type: string): type is OperationalEventType {
  return Object.hasOwn(operationalEvents, type)
}
