import { searchQuery } from '../../runtime/words/search-query.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import type { HeaderChanges } from '../endpoint/custom-headers.ts'
import { refuseRequest } from '../endpoint/endpoint-refusal.ts'
import { isWebhookEventType, webhookEventTypes } from '../event-types/catalog.ts'
import { isOperationalEventType, operationalEventTypes } from '../event-types/operational-events.ts'
import type { Filter } from '../matching/matching.ts'
import { decodeSecret } from '../secrets/signature.ts'

/** What a customer asks for, over HTTP or by command. */
export type EndpointRequest = {
  readonly url: string
  readonly description?: string
  /** Event names, or `*` for all. */
  readonly events: readonly string[]
  readonly filter?: Filter
  readonly headers?: HeaderChanges
  /** One of the customer's own, `whsec_` and base64 of 24 to 64 bytes; one is made where none is given. */
  readonly secret?: string
  readonly max_in_flight?: number
  /** null: as fast as it answers. */
  readonly rate_limit_per_s?: number | null
  readonly ordering?: 'none' | 'bill'
}

/** What is known of a request besides what it says. */
export type KnownBills = {
  /** Bills that are about the topic of the filter already. */
  readonly tracked_bills?: readonly number[]
}

/** What a customer changes: what is not named stays; of headers, a name with null goes. */
export type EndpointChange = Partial<Omit<EndpointRequest, 'secret'>>

const MAX_BILLS = 1_000
const MAX_JURISDICTIONS = 100
const MAX_SUBJECTS = 100
const MAX_TOPIC_LENGTH = 200

export function checkEvents(events: readonly string[]): string[] {
  if (events.length === 0) refuseRequest(['events'], 'an endpoint names at least one event, or *')
  const unknown = events.find(
    (event) => event !== '*' && !isWebhookEventType(event) && !isOperationalEventType(event),
  )
  if (unknown !== undefined) {
    const known = [...webhookEventTypes, ...operationalEventTypes].join(', ')
    const message = `there is no webhook event ${JSON.stringify(unknown)}; there are ${known} and *`
    refuseRequest(['events', events.indexOf(unknown)], message)
  }
  const named = [...new Set(events)]
  return events.includes('*') ? named.filter((event) => !isWebhookEventType(event)) : named
}

/**
 * The filter as it is stored: jurisdictions become division ids, however they were named. A part that names nothing is
 * refused: it could mean either nothing or everything.
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
  const message = `${part} of a filter names ${found}; it must name 1 to ${most.toLocaleString('en-US')}, or be left out for all`
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
    refuseRequest(['filter', 'topic'], 'a topic holds a character that no text may hold')
}

function divisionOf(name: string, index: number): string {
  const found = findJurisdiction(name)
  if (found !== undefined) return found.division_id
  const message = `${JSON.stringify(name)} is no jurisdiction that is known here`
  return refuseRequest(['filter', 'jurisdictions', index], message)
}

/** A topic of nothing but small words would match nothing, ever. */
export function checkTopic(topic: string | undefined): void {
  if (topic === undefined || searchQuery(topic).tsquery !== '') return
  const message = `the topic ${JSON.stringify(topic)} has no word that can be searched for`
  refuseRequest(['filter', 'topic'], message)
}

/** Throws `endpoint_invalid` where a secret is not one that signatures can be made with. */
export function checkSecret(secret: string): string {
  try {
    decodeSecret(secret)
  } catch (error) {
    refuseRequest(['secret'], error instanceof Error ? error.message : 'the secret cannot be used')
  }
  return secret
}
