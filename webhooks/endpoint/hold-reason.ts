import { IS_PROBED, PROBED_AT } from './health.ts'
import { PLAN_ALLOWS } from './plan.ts'

/** Reasons of an endpoint, not of a delivery, why its due deliveries are not sent. */
export const holdReasons = ['paused', 'plan', 'failing', 'asked_to_wait'] as const
export type HoldReason = (typeof holdReasons)[number]

/** SQL: the reason that blocks all waiting deliveries of `endpoint` at the time that the parameter gives. */
export const holdReasonSql = (now: string): string => `CASE WHEN endpoint.status = 'paused' THEN 'paused'
    WHEN NOT ${PLAN_ALLOWS} THEN 'plan' WHEN ${IS_PROBED} THEN 'failing'
    WHEN endpoint.wait_until > ${now} THEN 'asked_to_wait' END`

/** SQL: when a delivery to `endpoint` that is due at `due_at` can be sent. null if its owner has to act first. */
export const nextAttemptSql = (dueAt: string): string =>
  `CASE WHEN endpoint.status <> 'paused' AND ${PLAN_ALLOWS} THEN greatest(${dueAt}, endpoint.wait_until, ${PROBED_AT}) END`
