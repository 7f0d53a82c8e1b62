import type { FastifyRequest } from 'fastify'
import { checkQuery } from './parameters.ts'
import { checkBody } from './storable-text.ts'

type Query = { readonly properties?: Readonly<Record<string, object>> }

/** Checks two rules that no schema has: no parameter comes twice, and no text has a character that cannot be stored. */
export function checkRequest({ query, body, routeOptions }: FastifyRequest): void {
  const isPrivate = routeOptions.config.is_private === true
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as Query
  checkQuery(query as Record<string, unknown>, isPrivate ? new Set(Object.keys(properties)) : undefined)
  checkBody(body, { is_private: isPrivate })
}
