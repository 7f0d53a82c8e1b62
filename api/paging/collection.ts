import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS } from '../../runtime/durations.ts'
import type { Settings } from '../../runtime/settings/settings.ts'
import { problem } from '../http/problem.ts'
import { instantParameter } from '../input/parameters.ts'
import { withMembers } from '../read-schema/json-text.ts'
import type { Feed } from '../read-schema/live-schema.ts'
import { type Cursor, decodeCursor, encodeCursor, filterHash, type Order } from './cursor.ts'
import { pageBytes } from './page-bytes.ts'
import type { PageRequest, PageRow } from './page-select.ts'
import type { Place, ReadyPage } from './ready-page.ts'

export type Limits = Pick<Settings, 'page_limit_default' | 'page_limit_max' | 'page_bytes' | 'text_bytes_max'>

/** The parameters that every collection takes. */
export type CollectionQuery = {
  readonly updated_since?: string
  readonly include?: string
  readonly cursor?: string
  readonly limit?: number
}

/** The orders of a collection: by default the first of `plain`, with `updated_since` it is `changes`. */
export type Orders = { readonly plain: readonly [Order, ...Order[]]; readonly changes: Order }
export const entityOrders: Orders = { plain: ['id'], changes: 'changes' }

/** One page of a walk: what to read, and what the next cursor is bound to. */
export type Walk = {
  readonly page: PageRequest
  readonly filters: string
  readonly cursor: Cursor | undefined
}

/** Gives the words of `include`, a comma-separated list. */
export const includedBy = (include: string | undefined): string[] =>
  include === undefined ? [] : [...new Set(include.split(','))]

export function startWalk(
  query: CollectionQuery,
  collection: { path: string; filters?: object; orders: Orders; limits: Limits },
): Walk {
  const { limits, orders } = collection
  const since =
    query.updated_since === undefined ? undefined : instantParameter('updated_since', query.updated_since)
  const limit = query.limit ?? limits.page_limit_default
  const includeDeleted = includedBy(query.include).includes('deleted')
  const filters = filterHash({
    path: collection.path,
    ...collection.filters,
    since,
    include_deleted: includeDeleted,
  })
  const allowed = since === undefined ? orders.plain : [orders.changes]
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, filters, allowed)
  return {
    filters,
    cursor,
    page: {
      limit,
      bytes: limits.page_bytes,
      order: cursor?.order ?? allowed[0]!,
      since,
      pinned: cursor?.watermark,
      after: cursor?.after,
      include_deleted: includeDeleted,
    },
  }
}

type RowWithPlace = Place & {
  readonly first_sequence?: string
  readonly position?: number
  readonly score?: number
  /** The count of words that gave the score. */
  readonly count_number?: number
  readonly count_numbers?: readonly number[]
  /** The order of this row, if rows of a page have several. */
  readonly order?: Order
}
type OrderedRow = PageRow & RowWithPlace

/** Answers the envelope. `rows` has one more row than the page if another page follows. */
export function sendPage<R extends OrderedRow>(
  request: FastifyRequest,
  reply: FastifyReply,
  walk: Walk,
  found: { readonly feed: Feed; readonly rows: readonly R[]; readonly order?: Order },
  /** Returns undefined for a row that was not read, because the page was full before it. */
  render: (row: R) => string | undefined,
  /** Ready JSON members beside the envelope's own. */
  beside: Readonly<Record<string, string>> = {},
): FastifyReply {
  const { feed, order } = found
  const page = rowsOfPage(walk, found.rows)
  const items = renderWithin(walk.page.bytes, page, (row) => (row.deleted ? tombstone(row) : render(row)))
  const last = found.rows.length > items.length ? page[items.length - 1] : undefined
  const [before, after] = openEnvelope(request, reply, walk, {
    ...{ feed, last, order },
    is_cut: items.length < page.length,
  })
  const envelope = `${before}${items.join(',')}${after}`
  return sendJson(reply, Object.keys(beside).length === 0 ? envelope : withMembers(envelope, beside))
}

/** Gives as many items in JSON as fit into the bytes of a page, and at least one. */
function renderWithin<R extends PageRow>(
  most: number,
  rows: readonly R[],
  render: (row: R) => string | undefined,
): string[] {
  const items: string[] = []
  let bytes = 0
  for (const row of rows) {
    const item = render(row)
    if (item === undefined) break
    bytes += Buffer.byteLength(item)
    // Postgres leaves out the rows after one that exceeds the bytes, so such a row always means that more
    // follow.
    const goesBeyond = bytes > most || (row.bytes_through ?? 0) > most
    if (goesBeyond && items.length > 0) break
    items.push(item)
  }
  return items
}

/** Gives the rows of a page, without the extra one that shows that more follow. */
const rowsOfPage = <R extends PageRow>({ page }: Walk, rows: readonly R[]): readonly R[] =>
  rows.slice(0, page.limit)

/** The rows of a page that are shown in full: the others are tombstones. */
export const rowsOnPage = <R extends PageRow>(walk: Walk, rows: readonly R[]): R[] =>
  rowsOfPage(walk, rows).filter(({ deleted }) => !deleted)

/** Sets the headers of a page whose body is not the envelope: they lead to the next page. */
export function sayNextPage<R extends OrderedRow>(
  request: FastifyRequest,
  reply: FastifyReply,
  walk: Walk,
  { feed, rows }: { readonly feed: Feed; readonly rows: readonly R[] },
): void {
  const last = rows.length > walk.page.limit ? rows[walk.page.limit - 1] : undefined
  openEnvelope(request, reply, walk, { feed, last, order: undefined, is_cut: false })
}

/** Answers the envelope around items that Postgres has joined. */
export function sendReadyPage(
  request: FastifyRequest,
  reply: FastifyReply,
  walk: Walk,
  { feed, items, last, is_cut }: ReadyPage,
): FastifyReply {
  const [before, after] = openEnvelope(request, reply, walk, { feed, last, is_cut, order: undefined })
  return sendJson(reply, pageBytes(before, items, after))
}

/**
 * Sets the headers of a page and gives the JSON around its items. X-Sync-Through is the watermark that the
 * first page pinned. It is lower if a page came from a replica that was behind. A client passes the value of
 * the last page as `updated_since` next time.
 */
function openEnvelope(
  request: FastifyRequest,
  reply: FastifyReply,
  { cursor, filters, page }: Walk,
  found: {
    readonly feed: Feed
    readonly last: RowWithPlace | undefined
    readonly order: Order | undefined
    readonly is_cut: boolean
  },
): [before: string, after: string] {
  const { feed, last } = found
  const order = last?.order ?? found.order ?? page.order
  if (page.since !== undefined && isOfOtherFeed(page.since, cursor, feed)) {
    throw problem(
      410,
      'resync_required',
      'The feed was rebuilt since then: load everything again, without updated_since, into an empty copy.',
    )
  }
  const watermark =
    cursor !== undefined && cursor.watermark < feed.watermark ? cursor.watermark : feed.watermark
  const next =
    last === undefined
      ? undefined
      : encodeCursor({ epoch: feed.epoch, order, watermark, after: placeOf(order, last) }, filters)
  reply.header('x-sync-through', watermark)
  if (found.is_cut) reply.header('x-page-cut', 'bytes')
  if (next !== undefined) reply.header('link', `<${nextAddress(request, next)}>; rel="next"`)
  return ['{"data":[', `],"next_cursor":${next === undefined ? 'null' : `"${next}"`}}`]
}

const BEGINNING = '1970-01-01T00:00:00.000000Z'

/** Clocks differ by less than this, so no reader of this feed has a time that is further ahead. */
const AHEAD_MS = DAY_MS

/**
 * A reader that asks from the beginning of time has no rows yet, so any feed serves it. A time that is far ahead comes from
 * an earlier feed whose clock had jumped, if there was an earlier feed.
 */
function isOfOtherFeed(since: string, cursor: Cursor | undefined, feed: Feed): boolean {
  if (cursor !== undefined) return cursor.epoch !== feed.epoch
  if (feed.epoch > 1 && since > feed.watermark && Date.parse(since) > Date.now() + AHEAD_MS) return true
  return feed.since !== '-infinity' && since > BEGINNING && since < feed.since
}

export function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(json)
}

function tombstone({ id, ocd_id, updated_at }: PageRow): string {
  return JSON.stringify({ id, ...(ocd_id === undefined ? {} : { ocd_id }), deleted: true, updated_at })
}

/** Gives the place of a row in an order, as a cursor stores it. */
function placeOf(order: Order, row: RowWithPlace): (string | number)[] {
  switch (order) {
    case 'changes':
    case 'part_changes':
    case 'updated_at':
    case 'updated_at_desc':
      return [row.updated_at, row.seq, row.id]
    case 'history':
      return [row.day!, row.first_sequence!, row.id]
    case 'position':
    case 'rank':
      return [row.position!, row.id]
    case 'identifier_desc':
    case 'introduced_on':
    case 'introduced_on_desc':
    case 'latest_action_on':
    case 'latest_action_on_desc':
    case 'publication_date':
    case 'publication_date_desc':
    case 'effective_on':
    case 'effective_on_desc':
    case 'comments_close_on':
    case 'comments_close_on_desc':
      return [row.day!, row.id]
    case 'word_score':
    case 'text_score':
      return [row.count_number!, row.score!, row.day!, row.id]
    case 'word_scores':
      return [...row.count_numbers!, row.score!, row.day!, row.id]
    default:
      return [row.id]
  }
}

function nextAddress(request: FastifyRequest, cursor: string): string {
  const [path, query] = request.originalUrl.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', cursor)
  return `${path}?${parameters}`
}
