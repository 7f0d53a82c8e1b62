import type { Queryable } from '../runtime/postgres.ts'
import type { WebhookEventType } from './catalogue.ts'
import { followsOf } from './fan-out.ts'
import { type Filter, type MatchableEvent, matchesFilter, type Subscription } from './matching.ts'
import { PLAN_ALLOWS } from './plan.ts'
import { matchKeywords } from './topics.ts'

/** An event that has not happened. */
export type ForecastEvent = {
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

/** How many deliveries these events would make if they were emitted live now; nothing is written. */
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
      ...{ place: '', offset: 0n, text: event.subjects.join('\n') },
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
