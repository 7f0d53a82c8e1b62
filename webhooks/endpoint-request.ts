import type { Queryable } from '../runtime/postgres.ts'
import { LegislogError } from '../schemas/errors.ts'
import { findJurisdiction } from '../schemas/jurisdictions.ts'
import { isWebhookEventType, webhookEventTypes } from './catalogue.ts'
import type { HeaderChanges } from './custom-headers.ts'
import type { Filter } from './matching.ts'
import { isOperationalEventType, operationalEventTypes } from './operational-events.ts'
import { decodeSecret } from './signature.ts'

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

const MOST_BILLS = 1_000
const MOST_SUBJECTS = 100
const LONGEST_TOPIC = 200

export function checkEvents(events: readonly string[]): string[] {
  if (events.length === 0) refuse('an endpoint names at least one event, or *')
  const unknown = events.find(
    (event) => event !== '*' && !isWebhookEventType(event) && !isOperationalEventType(event),
  )
  if (unknown !== undefined) {
    const known = [...webhookEventTypes, ...operationalEventTypes].join(', ')
    refuse(`there is no webhook event ${JSON.stringify(unknown)}; there are ${known} and *`)
  }
  const named = [...new Set(events)]
  return events.includes('*') ? named.filter((event) => !isWebhookEventType(event)) : named
}

/** The filter as it is kept: jurisdictions as division ids, whatever they were named by; empty parts left out. */
export function normaliseFilter(filter: Filter): Filter {
  const { bill_ids = [], jurisdictions = [], subjects = [], topic = '', followed } = filter
  if (bill_ids.length > MOST_BILLS) refuse(`a filter names at most ${MOST_BILLS} bills`)
  if (subjects.length > MOST_SUBJECTS) refuse(`a filter names at most ${MOST_SUBJECTS} subjects`)
  if (topic.length > LONGEST_TOPIC) refuse(`a topic has at most ${LONGEST_TOPIC} characters`)
  if (topic.includes('\0') || !topic.isWellFormed()) refuse('a topic holds a character that no text may hold')
  return {
    ...(bill_ids.length > 0 ? { bill_ids: [...new Set(bill_ids)] } : {}),
    ...(jurisdictions.length > 0 ? { jurisdictions: [...new Set(jurisdictions.map(divisionOf))] } : {}),
    ...(subjects.length > 0 ? { subjects: [...new Set(subjects)] } : {}),
    ...(topic.trim() === '' ? {} : { topic: topic.trim() }),
    ...(followed === true ? { followed } : {}),
  }
}

function divisionOf(name: string): string {
  const found = findJurisdiction(name)
  if (found === undefined) refuse(`${JSON.stringify(name)} is no jurisdiction that is known here`)
  return found.division_id
}

/** A topic of nothing but small words would match nothing, ever. */
export async function checkTopic(database: Queryable, topic: string | undefined): Promise<void> {
  if (topic === undefined) return
  const { rows } = await database.query<{ words: number }>(
    "SELECT numnode(websearch_to_tsquery('english', $1)) AS words",
    [topic],
  )
  if (rows[0]?.words === 0) refuse(`the topic ${JSON.stringify(topic)} has no word that can be searched for`)
}

/** Throws `endpoint_invalid` where a secret is not one that signatures can be made with. */
export function checkSecret(secret: string): string {
  try {
    decodeSecret(secret)
  } catch (error) {
    refuse(error instanceof Error ? error.message : 'the secret cannot be used')
  }
  return secret
}

function refuse(message: string): never {
  throw new LegislogError('endpoint_invalid', message)
}
