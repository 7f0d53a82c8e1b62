import { Type } from 'typebox'
import { Closed, Id, OcdId, Text } from './fields.ts'

/** The closed list of codes that an answer may carry, each with the title of its problem. */
export const problemCodes = {
  invalid_parameter: 'A parameter has a value that cannot be used.',
  unknown_parameter: 'This path does not have this parameter.',
  repeated_parameter: 'A parameter was given more than once.',
  invalid_id: 'The id in the path is neither a whole number nor an ocd_id.',
  invalid_body: 'The body does not fit the schema of this path.',
  body_too_large: 'The body is larger than this path accepts.',
  unsupported_media_type: 'The body must be application/json.',
  cursor_invalid: 'This service did not create the cursor.',
  cursor_mismatch: 'The cursor belongs to a request with other parameters.',
  resync_required:
    'The feed was rebuilt, or deletions since then are no longer listed: start again without a cursor and without updated_since.',
  token_missing: 'The request carries no token.',
  token_invalid: 'The token is unknown, expired or revoked.',
  insufficient_scope: 'The token lacks a scope that this path needs.',
  origin_not_allowed: 'The site may not use this widget.',
  plan_required: "The account's plan does not include this.",
  not_found: 'Nothing has this id.',
  boundary_not_loaded: 'The boundary of this division is not loaded. It can be requested.',
  text_not_available: 'This service has no text of this bill.',
  moved: 'The entity with this id was merged into another.',
  route_not_found: 'No such path.',
  range_not_satisfiable: 'The range is outside the object.',
  method_not_allowed: 'The path does not take this method.',
  conflict: 'The request conflicts with the current state.',
  limit_reached: 'The account has reached its limit of these.',
  blocked_address: 'The address is not public.',
  idempotency_in_flight: 'A request with this Idempotency-Key is under way.',
  idempotency_mismatch: 'The Idempotency-Key was used for another request.',
  monthly_lookup_cap: 'The lookups of this month and all bought ones are used up.',
  widget_lookup_cap: 'The widget has no lookups left for now.',
  rate_limited: 'The requests of this minute have been used.',
  overloaded: 'The service is overloaded. Try again later.',
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
      Closed({ id: Id, ocd_id: OcdId }, { description: 'For `moved`: the entity that it was merged into' }),
    ),
    deleted: Type.Optional(
      Type.Literal(true, { description: 'For `not_found`: the entity existed and was removed' }),
    ),
  },
  { description: 'RFC 9457 problem details, application/problem+json' },
)
