import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Problem } from '../../schemas/http/problem.ts'

const problemAnswer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: Problem } },
})

const HEADERS = {
  'X-Request-Id': { type: 'string' },
  'RateLimit-Policy': { type: 'string' },
  RateLimit: { type: 'string' },
}

const MEDIA = 'application/json'

/** The answers of a route, for OpenAPI and for the tests that validate every answer. */
export function answers(
  schema: TSchema,
  options: {
    status?: number
    description?: string
    media_type?: string
    text_types?: readonly string[]
  } = {},
): object {
  const texts = (options.text_types ?? []).map((type) => [type, { schema: { type: 'string' } }] as const)
  return {
    [options.status ?? 200]: {
      description: options.description ?? 'Found',
      headers: HEADERS,
      content: { [options.media_type ?? MEDIA]: { schema }, ...Object.fromEntries(texts) },
    },
    ...failures,
  }
}

/** The answers of a route that sends stored bytes as one of these media types. */
export function bytesAnswer(mediaTypes: readonly string[]): object {
  const bytes = { schema: { type: 'string', format: 'binary' } }
  const content = Object.fromEntries(mediaTypes.map((type) => [type, bytes]))
  return {
    200: { description: 'All bytes', headers: HEADERS, content },
    206: { description: 'The bytes in the range', headers: HEADERS, content },
    ...failures,
  }
}

/** The answer of a route that sends a text of this media type. */
export const textAnswer = (mediaType: string, description: string): object => ({
  200: { description, headers: HEADERS, content: { [mediaType]: { schema: { type: 'string' } } } },
  ...failures,
})

const failures = {
  '4xx': problemAnswer('The request is invalid'),
  '5xx': problemAnswer('The service cannot answer at the moment'),
}

export const noContent: object = { 204: { description: 'Done', type: 'null' }, ...failures }

/** What routes have in common that bill lookups. */
export const paidLookup = {
  config: { scope: 'find_your_rep', is_private: true, problems: ['monthly_lookup_cap'] },
  schema: {
    tags: ['Representatives'],
    description:
      'Only an answer with `matched: true` is billed. The RateLimit headers have a second policy, `lookups`: what remains of the month, with bought lookups. Nothing of a request is logged or stored.',
  },
} as const

/** What routes have in common that visitors of other sites call. They answer by their own rules of origins. */
export const visitorRoute = {
  open: true,
  cors: false,
  problems: ['not_found', 'origin_not_allowed', 'rate_limited', 'overloaded'],
} as const

/** The path of a route with the id of the remaining entity of a merge. */
export const pathWithId =
  (request: FastifyRequest) =>
  (id: number): string =>
    (request.routeOptions.url ?? '').replace(':id', String(id))
