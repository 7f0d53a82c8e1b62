import type { AlertSubscription } from '../../schemas/http/alerts/alert-subscription.ts'
import { weekdays } from '../../schemas/http/alerts/alert-subscription.ts'
import type { Bindings } from '../read-schema/bindings.ts'

export type SubscriptionRow = Omit<AlertSubscription, 'weekday'> & {
  readonly weekday: number | null
  readonly is_paused: boolean
  readonly last_day: string
  readonly next_due_at: string
  readonly recipient_id: number
}

export const SUBSCRIPTION = `s.id, s.name, s.sheet_id, s.search, s.frequency, s.weekday, s.hour, s.zone, s.channel, r.email,
  s.feed_hint AS feed, s.is_paused, s.last_day, s.next_due_at, s.recipient_id, s.created_at, s.updated_at,
  CASE WHEN s.watches = 'bills' THEN (
    SELECT coalesce(array_agg(w.bill_id ORDER BY w.bill_id), '{}') FROM alerts.watched_bill w WHERE w.subscription_id = s.id
  ) END AS bill_ids,
  CASE WHEN s.stopped_at IS NOT NULL THEN 'stopped'
    WHEN EXISTS (SELECT FROM alerts.suppression x WHERE x.address = r.address) THEN 'suppressed'
    WHEN r.confirmed_at IS NULL THEN 'waiting' WHEN s.is_paused THEN 'paused' ELSE 'active' END AS state`

export const FROM_SUBSCRIPTION = 'alerts.subscription s LEFT JOIN alerts.recipient r ON r.id = s.recipient_id'

/** The rows of an account for a page of subscriptions. */
export const subscriptionsSource =
  (accountId: number, sheetId: number | undefined) =>
  (bind: Bindings['bind']): string =>
    `SELECT ${SUBSCRIPTION}, 0 AS seq, s.removed_at IS NOT NULL AS deleted, NULL AS item FROM ${FROM_SUBSCRIPTION}
     WHERE s.account_id = ${bind(accountId)} ${sheetId === undefined ? '' : `AND s.sheet_id = ${bind(sheetId)}`}`

/** The subscription in an answer. */
export function shownSubscription(row: SubscriptionRow): AlertSubscription {
  const { id, name, sheet_id, bill_ids, search, frequency, hour, zone, channel, email, feed } = row
  const { state, created_at, updated_at } = row
  const weekday = row.weekday === null ? null : weekdays[row.weekday - 1]!
  const watches = { id, name, sheet_id, bill_ids, search }
  return { ...watches, frequency, weekday, hour, zone, channel, email, feed, state, created_at, updated_at }
}
