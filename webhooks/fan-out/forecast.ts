import type { Queryable } from '../../runtime/postgres/postgres.ts'
import { PLAN_ALLOWS } from '../endpoint/plan.ts'
import type { WebhookEventType } from '../event-types/event-types.ts'
import { matchKeywords } from '../matching/keyword-filter.ts'
import { type Filter, type MatchableEvent, matchesFilter, type Subscription } from '../matching/matching.ts'
import { followsOf } from './fan-out.ts'

/** An event that has not happened. */
type ForecastEvent = {
  readonly type: WebhookEventType
  readonly bill_id: number
  readonly jurisdiction: string
  readonly subjects: readonly string[]
}

export type DeliveryForecast = {
  readonly deliveries: number
  readonly endpoints: number
}

type Endpoint = Subscription & { readonly filter: Filter }

/** Counts the deliveries that these events would cause if they were emitted live now. Writes nothing. */
export async function forecastDeliveries(
  database: Queryable,
  events: readonly ForecastEvent[],
): Promise<DeliveryForecast> {
  const { rows: endpoints } = await database.query<Endpoint>(
    `SELECT id AS endpoint_id, account_id, events, filter FROM webhook.endpoint
     WHERE account_id IS NOT NULL AND status <> 'disabled' AND ${PLAN_ALLOWS} ORDER BY id`,
  )
  const subjects = events.map(
    (event): MatchableEvent => ({
      ...event,
      partition_key: '',
      offset: 0n,
      text: event.subjects.join('\n'),
    }),
  )
  const { isAbout } = await matchKeywords(database, subjects, endpoints)
  const follows = await followsOf(
    database,
    subjects.map((subject) => ({ subject })),
    endpoints,
  )
  const known = { follows, isAboutTopic: isAbout }
  const owed = endpoints.map(
    (endpoint) => subjects.filter((subject) => matchesFilter(subject, endpoint, known)).length,
  )
  return {
    deliveries: owed.reduce((sum, count) => sum + count, 0),
    endpoints: owed.filter((count) => count > 0).length,
  }
}
