import type { FastifyInstance } from 'fastify'
import type { WebhookRouteContext } from './context.ts'

/** A keyset cursor: the id after which the next page begins, bound to the collection and its filters. */
export type Paging = { after: number | undefined; limit: number; bound_to: string }

export function readPaging(
  app: FastifyInstance,
  { limits }: WebhookRouteContext,
  query: { limit?: number; cursor?: string },
  bound_to: string,
): Paging {
  const limit = Math.min(query.limit ?? limits.page_limit_default, limits.page_limit_max)
  return {
    limit,
    bound_to,
    after: query.cursor === undefined ? undefined : decode(app, query.cursor, bound_to),
  }
}

/** The envelope of a page; `rows` holds one more than the limit where there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, bound_to }: Paging,
  idOf: (row: Row) => number,
): { data: Row[]; next_cursor: string | null } {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { data, next_cursor: hasMore ? encode(bound_to, idOf(last)) : null }
}

function encode(bound_to: string, after: number): string {
  return Buffer.from(JSON.stringify([bound_to, after])).toString('base64url')
}

function decode(app: FastifyInstance, cursor: string, bound_to: string): number {
  const content = parse(cursor)
  if (!Array.isArray(content) || typeof content[0] !== 'string' || !Number.isSafeInteger(content[1]))
    throw app.problem(400, 'cursor_invalid', 'The cursor is not one that this service made.')
  if (content[0] !== bound_to)
    throw app.problem(400, 'cursor_mismatch', 'The cursor belongs to a request with other parameters.')
  return content[1] as number
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
