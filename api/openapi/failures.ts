import { type ProblemCode, problemCodes } from '../../schemas/http/problem.ts'
import type { Answer, Operation } from './types.ts'

/** HTTP statuses of a problem code. A test compares this with docs/errors.md. */
const statuses: Partial<Record<ProblemCode, readonly number[]>> = {
  invalid_parameter: [400, 431],
  unknown_parameter: [400],
  repeated_parameter: [400],
  invalid_id: [400],
  invalid_body: [400, 422],
  body_too_large: [413],
  unsupported_media_type: [415],
  cursor_invalid: [400],
  cursor_mismatch: [400],
  resync_required: [410],
  token_missing: [401],
  token_invalid: [401],
  insufficient_scope: [403],
  origin_not_allowed: [403],
  plan_required: [403],
  not_found: [404],
  text_not_available: [404],
  moved: [301],
  route_not_found: [404],
  range_not_satisfiable: [416],
  method_not_allowed: [405],
  conflict: [409],
  limit_reached: [409],
  blocked_address: [422],
  idempotency_in_flight: [409],
  idempotency_mismatch: [422],
  monthly_lookup_cap: [429],
  widget_lookup_cap: [429],
  rate_limited: [429],
  overloaded: [503],
  not_ready: [503],
  timeout: [503],
  boundary_not_loaded: [404],
  client_gone: [499],
  internal: [500],
}

export const statusesOf = (code: ProblemCode): readonly number[] => statuses[code] ?? []

/** The facts of a route that decide its possible failures. */
export type RouteFacts = {
  readonly method: string
  readonly open: boolean
  readonly scope: string
  /** True if it refuses unknown parameters. */
  readonly checksQuery: boolean
  /** Whether its answers are never stored. */
  readonly is_private: boolean
  /** Further codes, besides those that follow from the shape of the route. */
  readonly problems: readonly ProblemCode[]
}

/** Every code that an operation may answer, in the order of the closed list. */
export function codesOf(operation: Operation, facts: RouteFacts): ProblemCode[] {
  const parameters = operation.parameters ?? []
  const names = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name))
  const hasPath = parameters.some((each) => each.in === 'path')
  const codes = new Set<ProblemCode>(facts.problems)
  const add = (applies: boolean, ...more: ProblemCode[]) => {
    if (applies) for (const code of more) codes.add(code)
  }
  add(true, 'internal', 'timeout', 'not_ready')
  // Every path checks Host.
  add(true, 'invalid_parameter', 'repeated_parameter')
  add(facts.checksQuery, 'unknown_parameter')
  add(!facts.open, 'token_missing', 'token_invalid', 'insufficient_scope', 'rate_limited', 'overloaded')
  add(names.has('cursor'), 'cursor_invalid', 'cursor_mismatch')
  add(names.has('updated_since'), 'resync_required')
  add(hasPath, 'invalid_id', 'not_found')
  add(hasPath && facts.method === 'get' && facts.scope === 'read' && !facts.open, 'moved')
  add(facts.method === 'post' && !facts.open, 'idempotency_in_flight', 'idempotency_mismatch')
  // A body is read if the method may have one, even if the operation needs none.
  add(facts.method !== 'get', 'invalid_body', 'body_too_large', 'unsupported_media_type')
  return (Object.keys(problemCodes) as ProblemCode[]).filter((code) => codes.has(code))
}

const HEADERS: Readonly<Record<number, readonly string[]>> = {
  301: ['Location'],
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

export const headersNamed = (names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export type Refusals = { readonly status: string; readonly name: string; readonly answer: Answer }[]

/**
 * Gives the refusals of an operation, one for each status, with an example of every code. Equal refusals
 * share a name.
 */
export function refusalsOf(codes: readonly ProblemCode[]): Refusals {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes) {
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus].map(([status, listed]) => ({
    status: String(status),
    name: [status, ...listed].join('_'),
    answer: {
      description: listed.map((code) => `\`${code}\`: ${problemCodes[code]}`).join(' '),
      headers: headersNamed(['X-Request-Id', ...(HEADERS[status] ?? [])]),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(
            listed.map((code) => [code, { $ref: `#/components/examples/${exampleName(code, status)}` }]),
          ),
        },
      },
    },
  }))
}

const exampleName = (code: ProblemCode, status: number): string =>
  statusesOf(code).length === 1 ? code : `${code}_${status}`

/** One example of each code and status, named from the refusals. */
export function failureExamples(codes: Iterable<ProblemCode>): Record<string, FailureExample> {
  return Object.fromEntries(
    [...codes].flatMap((code) =>
      statusesOf(code).map((status) => [
        exampleName(code, status),
        { summary: problemCodes[code], value: exampleProblem(code, status) },
      ]),
    ),
  )
}
export type FailureExample = { readonly summary: string; readonly value: object }

function exampleProblem(code: ProblemCode, status: number): object {
  return {
    type:
      code === 'rate_limited' || code === 'monthly_lookup_cap'
        ? 'https://iana.org/assignments/http-problem-types#quota-exceeded'
        : 'about:blank',
    title: problemCodes[code],
    status,
    detail: problemCodes[code],
    instance: '/v1/bills/1042',
    code,
    request_id: '0f6f6b1e35a55f2e',
    ...(code === 'moved'
      ? { replaced_by: { id: 2077, ocd_id: 'ocd-bill/9a2c1e52-8d0f-5f0e-b6c4-0c3ef4e9a8d3' } }
      : {}),
  }
}
