import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { ENDPOINT_ITEM, type EndpointItem } from './endpoint-row.ts'
import type { Owner } from './owner.ts'

/** The tombstone of a deleted endpoint. */
type RemovedEndpoint = { readonly id: number; readonly deleted: true; readonly updated_at: string }

type Row = EndpointItem & { readonly removed_id: number | null; readonly removed_at: string | null }

/** Lists endpoints by id, or by last change if `since` is given. Includes deleted ones on request. */
export async function listEndpoints(
  database: Queryable,
  owner: Owner,
  page: {
    readonly since: string | undefined
    readonly include_removed: boolean
    readonly after: { readonly id: number; readonly updated_at: string } | undefined
    readonly limit: number
  },
): Promise<(EndpointItem | RemovedEndpoint)[]> {
  const { since, include_removed, after, limit } = page
  const isWithin = `account_id = $1 AND ($2::timestamptz IS NULL OR updated_at >= $2)
    AND CASE WHEN $2::timestamptz IS NULL THEN id > $3::bigint
      ELSE (updated_at, id) > ($4::timestamptz, $3::bigint) END`
  const order = since === undefined ? 'id' : 'updated_at, id'
  const { rows } = await database.query<Row>(
    `WITH live AS (
       SELECT ${ENDPOINT_ITEM} FROM webhook.endpoint WHERE ${isWithin} ORDER BY ${order} LIMIT $5
     ), removed AS (
       SELECT id, updated_at FROM webhook.removed_endpoint WHERE ${isWithin} AND $6::boolean ORDER BY ${order} LIMIT $5
     )
     SELECT live.*, removed.id AS removed_id, removed.updated_at AS removed_at
     FROM live FULL JOIN removed ON removed.id = live.id
     ORDER BY ${since === undefined ? '' : 'coalesce(live.updated_at, removed.updated_at), '}coalesce(live.id, removed.id)
     LIMIT $5`,
    [owner.id, since ?? null, after?.id ?? 0, after?.updated_at ?? '-infinity', limit, include_removed],
  )
  return rows.map(({ removed_id, removed_at, ...endpoint }): EndpointItem | RemovedEndpoint =>
    removed_id === null || removed_at === null
      ? endpoint
      : { id: removed_id, deleted: true, updated_at: removed_at },
  )
}
