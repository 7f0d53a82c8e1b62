import { LegislogError } from '../schemas/errors.ts'
import { findJurisdiction } from '../schemas/jurisdictions.ts'
import { isWebhookEventType, webhookEventTypes } from './catalogue.ts'
import type { Filter } from './matching.ts'

/** What a customer asks for, over HTTP or by command. */
export type EndpointRequest = {
  readonly url: string
  readonly description?: string
  /** Event names, or `*` for all. */
  readonly events: readonly string[]
  readonly filter?: Filter
  readonly max_in_flight?: number
}

const MOST_BILLS = 1_000
const MOST_SUBJECTS = 100

export function checkEvents(events: readonly string[]): string[] {
  if (events.length === 0) refuse('an endpoint names at least one event, or *')
  const unknown = events.find((event) => event !== '*' && !isWebhookEventType(event))
  if (unknown !== undefined) {
    refuse(
      `there is no webhook event ${JSON.stringify(unknown)}; there are ${webhookEventTypes.join(', ')} and *`,
    )
  }
  return events.includes('*') ? ['*'] : [...new Set(events)]
}

/** The filter as it is kept: jurisdictions as division ids, whatever they were named by; empty parts left out. */
export function normaliseFilter(filter: Filter): Filter {
  const { bill_ids = [], jurisdictions = [], subjects = [], followed } = filter
  if (bill_ids.length > MOST_BILLS) refuse(`a filter names at most ${MOST_BILLS} bills`)
  if (subjects.length > MOST_SUBJECTS) refuse(`a filter names at most ${MOST_SUBJECTS} subjects`)
  return {
    ...(bill_ids.length > 0 ? { bill_ids: [...new Set(bill_ids)] } : {}),
    ...(jurisdictions.length > 0 ? { jurisdictions: [...new Set(jurisdictions.map(divisionOf))] } : {}),
    ...(subjects.length > 0 ? { subjects: [...new Set(subjects)] } : {}),
    ...(followed === true ? { followed } : {}),
  }
}

function divisionOf(name: string): string {
  const found = findJurisdiction(name)
  if (found === undefined) refuse(`${JSON.stringify(name)} is no jurisdiction that is known here`)
  return found.division_id
}

function refuse(message: string): never {
  throw new LegislogError('endpoint_invalid', message)
}
