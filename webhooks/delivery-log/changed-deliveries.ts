import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { Owner } from '../endpoint/owner.ts'
import { type DeliveryFilters, type DeliveryRow, deliveryItem, isOfStatus, sinceEvent } from './deliveries.ts'

/** A position in the deliveries ordered by last change, oldest change first. */
type ChangeCursor = { readonly updated_at: string; readonly key: string }

/** Lists deliveries that were created, attempted or ended at or after `since`. */
export async function listChangedDeliveries(
  database: Queryable,
  owner: Owner,
  filters: DeliveryFilters,
  page: {
    readonly since: string
    readonly after: ChangeCursor | undefined
    readonly limit: number
    readonly now: Date
  },
): Promise<DeliveryRow[]> {
  const { since, after, limit, now } = page
  const { rows } = await database.query<DeliveryRow>(
    `SELECT found.* FROM webhook.endpoint
     CROSS JOIN LATERAL (
       SELECT ${deliveryItem('$8')}, delivery.copy FROM webhook.delivery
       JOIN webhook.event ON event.id = delivery.event_id
       WHERE delivery.endpoint_id = endpoint.id ${isOfStatus(filters.status)}
         AND delivery.changed_at >= $3::timestamptz
         AND ($4::text IS NULL OR (delivery.changed_at, delivery.key) > ($3, $4))
         ${sinceEvent('$5')} AND ($6::text IS NULL OR event.type = $6)
       ORDER BY delivery.changed_at, delivery.key LIMIT $7
     ) AS found
     WHERE endpoint.account_id = $1 AND ($2::bigint IS NULL OR endpoint.id = $2)
     ORDER BY found.updated_at, found.id LIMIT $7`,
    [
      owner.id,
      filters.endpoint_id ?? null,
      after?.updated_at ?? since,
      after?.key ?? null,
      filters.since ?? null,
      filters.event ?? null,
      limit,
      now,
    ],
  )
  return rows
}
