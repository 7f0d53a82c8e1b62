import type { Filter } from '../matching/matching.ts'
import { PLAN_ALLOWS } from './plan.ts'

type EndpointStatus = 'enabled' | 'paused' | 'disabled' | 'suspended'

/** The reason for the status, unless it is the usual one. */
type StatusReason = 'owner' | 'gone' | 'failing' | 'paused_long' | 'plan'

/** An endpoint as its owner sees it. */
export type EndpointItem = {
  readonly id: number
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly filter: Filter
  /** Values are never shown. */
  readonly header_names: readonly string[]
  readonly status: EndpointStatus
  readonly status_reason: StatusReason | null
  readonly status_at: string
  readonly max_in_flight: number
  readonly rate_limit_per_s: number | null
  readonly ordering: 'none' | 'bill'
  readonly failures_in_row: number
  readonly first_failure_at: string | null
  readonly last_failure_at: string | null
  readonly last_success_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

const IS_SUSPENDED = `endpoint.status <> 'disabled' AND NOT ${PLAN_ALLOWS}`

/** SQL: the columns of an EndpointItem. */
export const ENDPOINT_ITEM = `endpoint.id, endpoint.url, endpoint.description, endpoint.events, endpoint.filter,
  ARRAY(SELECT header ->> 'name' FROM json_array_elements(endpoint.headers) AS header) AS header_names,
  CASE WHEN ${IS_SUSPENDED} THEN 'suspended' ELSE endpoint.status END AS status,
  CASE WHEN ${IS_SUSPENDED} THEN 'plan' ELSE endpoint.status_reason END AS status_reason,
  coalesce(endpoint.status_at, endpoint.created_at) AS status_at,
  endpoint.max_in_flight, endpoint.rate_limit_per_s, endpoint.ordering, endpoint.failures_in_row,
  endpoint.first_failure_at, endpoint.last_failure_at, endpoint.last_success_at,
  endpoint.created_at, endpoint.updated_at`
