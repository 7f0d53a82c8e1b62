import { normalizedWord } from '../../runtime/words/normalized-word.ts'
import type { WebhookEventType } from '../event-types/event-types.ts'

/** Each part narrows the events; a missing part lets all of them through. */
export type Filter = {
  readonly bill_ids?: readonly number[]
  /** Division ids. */
  readonly jurisdictions?: readonly string[]
  readonly subjects?: readonly string[]
  /** Words as in a search: bills with a title, subjects or events that mention them. */
  readonly topic?: string
  /** Only bills that the account follows. */
  readonly followed?: boolean
}

/** Endpoints get events from `start` on: an offset for each topic and partition, 0 for a missing one. */
export type Subscription = {
  readonly endpoint_id: number
  readonly account_id: number
  readonly events: readonly string[]
  readonly filter: Filter
  readonly start: Readonly<Record<string, number>>
}

/** The part of an event that matching needs: its type, its position in the log, and its bill. */
export type MatchableEvent = {
  readonly type: WebhookEventType
  readonly partition_key: string
  readonly offset: bigint
  readonly bill_id: number | null
  readonly jurisdiction: string
  /** null if the bill has not been seen yet: then no subject can match. */
  readonly subjects: readonly string[] | null
  /** The searchable text of the event: title, subjects, description, motion. */
  readonly text: string
}

/** Facts that matching needs besides the event. */
export type MatchContext = {
  follows(account_id: number, bill_id: number): boolean
  /** Says if the event, or an earlier one of its bill, is about the topic of the endpoint. */
  isAboutTopic(endpoint_id: number, subject: MatchableEvent): boolean
}

/** Says if an event must be sent to an endpoint. */
export function matchesSubscription(
  subject: MatchableEvent,
  subscription: Subscription,
  known: MatchContext,
): boolean {
  if (subject.offset < BigInt(subscription.start[subject.partition_key] ?? 0)) return false
  return matchesFilter(subject, subscription, known)
}

/**
 * Like `matchesSubscription`, for an event of any time: an endpoint can request events from before its
 * creation.
 */
export function matchesFilter(
  subject: MatchableEvent,
  subscription: Omit<Subscription, 'start'>,
  known: MatchContext,
): boolean {
  if (!subscription.events.includes('*') && !subscription.events.includes(subject.type)) return false
  const { filter } = subscription
  const { bill_id } = subject
  if (filter.jurisdictions !== undefined && !filter.jurisdictions.includes(subject.jurisdiction)) return false
  if (filter.subjects !== undefined && !sharesSubject(filter.subjects, subject.subjects)) return false
  if (filter.bill_ids !== undefined && (bill_id === null || !filter.bill_ids.includes(bill_id))) return false
  if (filter.topic !== undefined && !known.isAboutTopic(subscription.endpoint_id, subject)) return false
  if (filter.followed !== true) return true
  if (bill_id !== null && known.follows(subscription.account_id, bill_id)) return true
  // A bill that is not filed yet has no followers. A new bill matches by its jurisdiction, its subject or its topic.
  const namesMore =
    filter.jurisdictions !== undefined || filter.subjects !== undefined || filter.topic !== undefined
  return subject.type === 'bill.introduced' && namesMore
}

function sharesSubject(wanted: readonly string[], subjects: readonly string[] | null): boolean {
  if (subjects === null) return false
  const lower = new Set(subjects.map(normalizedWord))
  return wanted.some((subject) => lower.has(normalizedWord(subject)))
}
