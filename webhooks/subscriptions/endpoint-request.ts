import { searchQuery } from '../../runtime/words/search-query.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { HeaderChanges } from '../endpoint/custom-headers.ts'
import { refuseRequest } from '../endpoint/endpoint-refusal.ts'
import { isWebhookEventType, webhookEventTypes } from '../event-types/event-types.ts'
import { isOperationalEventType, operationalEventTypes } from '../event-types/operational-events.ts'
import type { Filter } from '../matching/matching.ts'
import { decodeSecret } from '../secrets/signature.ts'

/** A customer's request, over HTTP or by command. */
export type EndpointRequest = {
  readonly url: string
  readonly description?: string
  /** Event names, or `*` for all. */
  readonly events: readonly string[]
  readonly filter?: Filter
  readonly headers?: HeaderChanges
  /** A secret of the customer: `whsec_` and base64 of 24 to 64 bytes. Generated if absent. */
  readonly secret?: string
  readonly max_in_flight?: number
  /** null: no limit but its answers. */
  readonly rate_limit_per_s?: number | null
  readonly ordering?: 'none' | 'bill'
}

/** Facts about a request that come from elsewhere. */
export type KnownBills = {
  /** Bills that already are about the topic of the filter. */
  readonly tracked_bills?: readonly number[]
}

/** A customer's change. Members that are not named stay; a header with null is removed. */
export type EndpointChange = Partial<Omit<EndpointRequest, 'secret'>>

const MAX_BILLS = 1_000
const MAX_JURISDICTIONS = 100
const MAX_SUBJECTS = 100
const MAX_TOPIC_LENGTH = 200

export function checkEvents(events: readonly string[]): string[] {
  if (events.length === 0) refuseRequest(['events'], 'an endpoint must name at least one event, or *')
  const unknown = events.find(
    (event) => event !== '*' && !isWebhookEventType(event) && !isOperationalEventType(event),
  )
  if (unknown !== undefined) {
    const known = [...webhookEventTypes, ...operationalEventTypes].join(', ')
    const message = `${JSON.stringify(unknown)} is not a webhook event; they are ${known} and *`
    refuseRequest(['events', events.indexOf(unknown)], message)
  }
  const named = [...new Set(events)]
  return events.includes('*') ? named.filter((event) => !isWebhookEventType(event)) : named
}

/**
 * Returns the stored form of the filter: jurisdictions become division ids. Refuses an empty part, because it
 * could mean either nothing or everything.
 */
export function normalizeFilter(filter: Filter): Filter {
  const { bill_ids, jurisdictions, subjects, topic, followed } = filter
  requireSome('bill_ids', bill_ids, MAX_BILLS)
  requireSome('jurisdictions', jurisdictions, MAX_JURISDICTIONS)
  requireSome('subjects', subjects, MAX_SUBJECTS)
  for (const [index, subject] of (subjects ?? []).entries()) requireWords(['subjects', index], subject)
  if (topic !== undefined) checkTopicText(topic)
  return {
    ...(bill_ids === undefined ? {} : { bill_ids: [...new Set(bill_ids)] }),
    ...(jurisdictions === undefined ? {} : { jurisdictions: [...new Set(jurisdictions.map(divisionOf))] }),
    ...(subjects === undefined ? {} : { subjects: [...new Set(subjects)] }),
    ...(topic === undefined ? {} : { topic: topic.trim() }),
    ...(followed === true ? { followed } : {}),
  }
}

function requireSome(part: keyof Filter, values: readonly unknown[] | undefined, most: number): void {
  if (values === undefined || (values.length > 0 && values.length <= most)) return
  const found = values.length === 0 ? 'none' : values.length.toLocaleString('en-US')
  const message = `${part} of a filter names ${found}; it must name 1 to ${most.toLocaleString('en-US')}, or be omitted for all`
  refuseRequest(['filter', part], message)
}

function requireWords(names: readonly (string | number)[], text: string): void {
  if (text.trim() === '') refuseRequest(['filter', ...names], `a text in ${names[0]} of the filter is empty`)
}

function checkTopicText(topic: string): void {
  requireWords(['topic'], topic)
  if (topic.length > MAX_TOPIC_LENGTH)
    refuseRequest(['filter', 'topic'], `a topic has at most ${MAX_TOPIC_LENGTH} characters`)
  if (topic.includes('\0') || !topic.isWellFormed())
    refuseRequest(['filter', 'topic'], 'a topic contains a character that texts may not contain')
}

function divisionOf(name: string, index: number): string {
  const found = findJurisdiction(name)
  if (found !== undefined) return found.division_id
  const message = `${JSON.stringify(name)} is not a known jurisdiction`
  return refuseRequest(['filter', 'jurisdictions', index], message)
}

/** A topic of only stop words would never match. */
export function checkTopic(topic: string | undefined): void {
  if (topic === undefined || searchQuery(topic).tsquery !== '') return
  const message = `the topic ${JSON.stringify(topic)} has no word that can be searched for`
  refuseRequest(['filter', 'topic'], message)
}

/** Throws `endpoint_invalid` if a secret cannot be used for signatures. */
export function checkSecret(secret: string): string {
  try {
    decodeSecret(secret)
  } catch (error) {
    refuseRequest(['secret'], error instanceof Error ? error.message : 'the secret cannot be used')
  }
  return secret
}
