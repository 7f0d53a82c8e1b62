import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseInstant } from '../../schemas/http/instant.ts'
import type { WebhookRouteContext } from './context.ts'

/** The values of a position in an order. */
const kinds = {
  id: (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
  instant: (value: unknown) => typeof value === 'string' && parseInstant(value) === value,
  key: (value: unknown) => typeof value === 'string' && /^dlv_[0-9a-f]{32}$/.test(value),
} as const
type Kind = keyof typeof kinds
type Place = readonly (string | number)[]

/** One page of a walk: its start, and the filters of its next cursor. */
type Paging = {
  readonly limit: number
  /** Most bytes of items in a page, which has at least one item. */
  readonly bytes: number
  readonly since: string | undefined
  /** The last row of the previous page, by the columns of the order. */
  readonly after: Place | undefined
  readonly bound_to: string
}

/**
 * Reads `limit`, `updated_since` and `cursor`. A cursor is a position in an order, never an offset, and is bound to
 * the collection and its filters. `order` defines the values of the position.
 */
export function readPaging(
  app: FastifyInstance,
  { limits }: Pick<WebhookRouteContext, 'limits'>,
  query: { limit?: number; cursor?: string; updated_since?: string },
  collection: { readonly path: string; readonly filters?: object; readonly order: readonly Kind[] },
): Paging {
  const limit = query.limit ?? limits.page_limit_default
  const since = readInstant(app, 'updated_since', query.updated_since)
  const boundTo = hash('sha256', JSON.stringify([collection.path, collection.filters, since]), 'base64url')
  const after = query.cursor === undefined ? undefined : decode(app, query.cursor, boundTo, collection.order)
  return { limit, bytes: limits.page_bytes, since, after, bound_to: boundTo }
}

/** A time of the query, in the form that the database takes. */
export function readInstant(
  app: FastifyInstance,
  name: string,
  text: string | undefined,
  refuse: typeof refused = refused,
): string | undefined {
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (instant !== undefined) return instant
  throw refuse(
    app,
    name,
    `${name} is ${JSON.stringify(text)}; it must be a time such as 2026-01-31T08:00:00Z or a date such as 2026-01-31.`,
  )
}

export const refused = (app: FastifyInstance, parameter: string, detail: string) =>
  app.problem(400, 'invalid_parameter', detail, { errors: [{ parameter, detail }] })

/**
 * Builds the envelope of a page, and the address of the next. `rows` has one more than the limit if there is a next
 * page.
 */
export function pageOf<Row>(
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  rows: readonly Row[],
  { limit, bytes, bound_to }: Paging,
  placeOf: (row: Row) => Place,
): { data: Row[]; next_cursor: string | null } {
  const data = within(bytes, rows.slice(0, limit))
  if (data.length < Math.min(limit, rows.length)) call.reply.header('x-page-cut', 'bytes')
  const last = rows.length > data.length ? data.at(-1) : undefined
  if (last === undefined) return { data, next_cursor: null }
  const nextCursor = encode(bound_to, placeOf(last))
  call.reply.header('link', `<${nextAddress(call.request, nextCursor)}>; rel="next"`)
  return { data, next_cursor: nextCursor }
}

function within<Row>(most: number, rows: readonly Row[]): Row[] {
  let bytes = 0
  const beyond = rows.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return bytes > most && index > 0
  })
  return beyond < 0 ? [...rows] : rows.slice(0, beyond)
}

function nextAddress(request: FastifyRequest, cursor: string): string {
  const [path, query] = request.originalUrl.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  return `${path}?${parameters}`
}

function encode(boundTo: string, cursor: Place): string {
  return Buffer.from(JSON.stringify([boundTo.slice(0, 12), ...cursor])).toString('base64url')
}

function decode(app: FastifyInstance, cursor: string, boundTo: string, order: readonly Kind[]): Place {
  const content = parse(cursor)
  if (!Array.isArray(content) || typeof content[0] !== 'string')
    throw app.problem(400, 'cursor_invalid', 'This service did not create the cursor.')
  const [bound, ...place] = content as [string, ...unknown[]]
  if (bound !== boundTo.slice(0, 12))
    throw app.problem(400, 'cursor_mismatch', 'The cursor belongs to a request with other parameters.')
  if (place.length !== order.length || !order.every((kind, index) => kinds[kind](place[index])))
    throw app.problem(400, 'cursor_invalid', 'This service did not create the cursor.')
  return place as (string | number)[]
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    // A body that is not JSON is refused like one without fields.
    return undefined
  }
}
