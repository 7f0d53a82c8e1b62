import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Feed } from '../read-schema/live-schema.ts'
import { sendPage, type Walk } from './collection.ts'
import { computedRows } from './computed-list.ts'

/** An item of a list, and how it is shown. Only the items of a page are. */
export type ComputedItem = {
  readonly id: number | string
  readonly updated_at: string
  readonly show: () => object
}

/**
 * Sends a page of a short list that is computed for each page. Items stay in their order. `beside` has ready JSON members
 * of the envelope.
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
    readonly items: readonly ComputedItem[]
  },
  beside: Readonly<Record<string, string>>,
): FastifyReply {
  const listed = items.map(({ id, updated_at, show }) => ({ id: String(id), updated_at, content: show }))
  const rows = computedRows(listed, walk.page, feed)
  return sendPage(request, reply, walk, { feed, rows }, ({ content: show }) => JSON.stringify(show()), beside)
}

/** Items that are shown as they are. */
export const shownAsTheyAre = (
  items: readonly { readonly id: number | string; readonly updated_at: string }[],
): ComputedItem[] => items.map((item) => ({ id: item.id, updated_at: item.updated_at, show: () => item }))
