import type { Filter } from './matching.ts'
import { PLAN_ALLOWS } from './plan.ts'

/** An endpoint as its owner sees it. */
export type EndpointItem = {
  readonly id: number
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly filter: Filter
  readonly status: 'enabled' | 'paused' | 'disabled' | 'suspended'
  /** Why it is disabled: `gone` (410), `failing`, or `owner`. */
  readonly status_reason: string | null
  readonly max_in_flight: number
  readonly failures_in_row: number
  readonly first_failure_at: string | null
  readonly last_failure_at: string | null
  readonly last_success_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** SQL: the columns of an EndpointItem. */
export const ENDPOINT_ITEM = `endpoint.id, url, description, events, filter,
  CASE WHEN status <> 'disabled' AND NOT ${PLAN_ALLOWS} THEN 'suspended' ELSE status END AS status,
  status_reason, max_in_flight, failures_in_row, first_failure_at, last_failure_at, last_success_at,
  endpoint.created_at, endpoint.updated_at`
