import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Feed } from '../read-schema/live-schema.ts'
import { sendPage, type Walk } from './collection.ts'
import { computedRows } from './computed-list.ts'

/**
 * Sends a page of a short list that is computed for each page. Items are shown as they are, in their order. `beside` has
 * ready JSON members of the envelope.
 */
export function sendComputed(
  request: FastifyRequest,
  reply: FastifyReply,
  walk: Walk,
  {
    feed,
    items,
  }: {
    readonly feed: Feed
    readonly items: readonly { readonly id: number | string; readonly updated_at: string }[]
  },
  beside: Readonly<Record<string, string>>,
): FastifyReply {
  const listed = items.map((content) => ({
    id: String(content.id),
    updated_at: content.updated_at,
    content,
  }))
  const rows = computedRows(listed, walk.page, feed)
  return sendPage(request, reply, walk, { feed, rows }, ({ content }) => JSON.stringify(content), beside)
}
