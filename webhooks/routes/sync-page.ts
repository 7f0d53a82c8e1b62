import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebhookApp, WebhookRouteContext } from './context.ts'
import { pageOf, readPaging } from './paging.ts'
import { syncThrough } from './sync-through.ts'
import { requireTombstonesSince } from './tombstones.ts'

type SyncQuery = {
  readonly limit?: number
  readonly cursor?: string
  readonly updated_since?: string
  readonly include?: 'deleted'
}

/** The order of a page of a collection: by id, or by last change if `since` is given. */
export type SyncPageQuery = {
  readonly since: string | undefined
  readonly include_removed: boolean
  readonly after: { readonly id: number; readonly updated_at: string } | undefined
  readonly limit: number
}

/** One page of a collection that clients copy: `updated_since` walks its changes, `include=deleted` its tombstones. */
export async function readSyncPage<Row>(
  app: WebhookApp,
  { limits, reader, clock }: Pick<WebhookRouteContext, 'limits' | 'reader' | 'clock'>,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  collection: {
    readonly path: string
    readonly query: SyncQuery
    readonly list: (page: SyncPageQuery) => Promise<readonly Row[]>
    readonly placeOf: (row: Row) => { readonly id: number; readonly updated_at: string }
  },
): Promise<{ data: Row[]; next_cursor: string | null }> {
  const { path, query, list, placeOf } = collection
  const isSync = query.updated_since !== undefined
  const includeRemoved = query.include === 'deleted'
  const paging = readPaging(app, { limits }, query, {
    path,
    filters: { include_removed: includeRemoved },
    order: isSync ? ['instant', 'id'] : ['id'],
  })
  if (includeRemoved) requireTombstonesSince(app, paging.since, clock.now())
  const [id, updatedAt = '-infinity'] = paging.after?.toReversed() ?? []
  if (isSync) call.reply.header('x-sync-through', await syncThrough(reader))
  const rows = await list({
    since: paging.since,
    include_removed: includeRemoved,
    after: id === undefined ? undefined : { id: Number(id), updated_at: String(updatedAt) },
    limit: paging.limit + 1,
  })
  return pageOf(call, rows, paging, (row) => {
    const place = placeOf(row)
    return isSync ? [place.updated_at, place.id] : [place.id]
  })
}
