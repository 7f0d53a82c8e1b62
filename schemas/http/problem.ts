import { Type } from 'typebox'
import { Closed, Id, OcdId, Text } from './fields.ts'

/** The closed list of codes that an answer may carry, each with the title of its problem. */
export const problemCodes = {
  invalid_parameter: 'A parameter has a value that cannot be used.',
  unknown_parameter: 'A parameter is not one of this path.',
  repeated_parameter: 'A parameter was given more than once.',
  invalid_id: 'The id in the path is neither a whole number nor an ocd_id.',
  invalid_body: 'The body is not what this path takes.',
  body_too_large: 'The body is larger than this path takes.',
  unsupported_media_type: 'The body must be application/json.',
  cursor_invalid: 'The cursor is not one that this service made.',
  cursor_mismatch: 'The cursor belongs to a request with other parameters.',
  resync_required:
    'The feed was rebuilt, or what is gone since then is no longer told: start again without a cursor and without updated_since.',
  token_missing: 'The request carries no token.',
  token_invalid: 'The token is unknown, expired or revoked.',
  insufficient_scope: 'The token lacks a scope that this path needs.',
  plan_required: "The account's plan does not include this.",
  not_found: 'Nothing has this id.',
  boundary_not_loaded: 'The boundary of this division is not loaded: it can be requested.',
  text_not_available: 'No text of this bill is held.',
  moved: 'What had this id was merged into another.',
  route_not_found: 'No such path.',
  range_not_satisfiable: 'The object has no such bytes.',
  method_not_allowed: 'The path does not take this method.',
  conflict: 'The request clashes with what is there.',
  limit_reached: 'The account already has as many of these as it may have.',
  blocked_address: 'The address is not a public one.',
  idempotency_in_flight: 'A request with this Idempotency-Key is under way.',
  idempotency_mismatch: 'The Idempotency-Key was used for another request.',
  monthly_lookup_cap: 'The lookups of this month and all bought ones are used up.',
  rate_limited: 'The requests of this minute are used up.',
  overloaded: 'The service has more to do than it can: try again.',
  not_ready: 'The service is not ready.',
  timeout: 'The request took too long.',
  client_gone: 'The caller closed the connection before the answer.',
  internal: 'The service failed.',
} as const

export type ProblemCode = keyof typeof problemCodes

/** RFC 9457. `type` is about:blank if the status is enough, as for every code but one. */
export const Problem = Type.Object(
  {
    type: Text,
    title: Text,
    status: Type.Integer(),
    detail: Text,
    instance: Text,
    code: Type.Enum(Object.keys(problemCodes) as ProblemCode[]),
    request_id: Text,
    errors: Type.Optional(
      Type.Array(
        Closed({
          parameter: Type.Optional(Text),
          pointer: Type.Optional(Text),
          detail: Text,
        }),
      ),
    ),
    replaced_by: Type.Optional(
      Closed({ id: Id, ocd_id: OcdId }, { description: 'Of `moved`: what it was merged into' }),
    ),
    deleted: Type.Optional(
      Type.Literal(true, { description: 'Of `not_found`: it was there and was removed' }),
    ),
  },
  { description: 'RFC 9457 problem details, application/problem+json' },
)
