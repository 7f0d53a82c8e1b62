import { tallyOf } from '../../schemas/event-bodies/tally.ts'
import type { LogEvent } from '../../schemas/log/event.ts'
import type { BillContext, WebhookData } from './catalog.ts'
import type { WebhookEventType } from './event-types.ts'

/** Larger bodies are not sent: the receiver would refuse them, and the API has the facts. */
export const MAX_BODY_BYTES = 256 * 1024

/** The events of the log that can become webhooks. */
export type SendableEvent = LogEvent<WebhookEventType>

/** The bytes that are signed and sent: `{id, event, data}` in this order, serialized once. */
export function bodyOf(id: number, type: WebhookEventType, data: WebhookData): Buffer {
  return Buffer.from(JSON.stringify({ id, event: type, data }))
}

/** Ids and small facts. undefined if receivers get nothing for this event. */
export function dataOf(event: SendableEvent): WebhookData | undefined {
  switch (event.type) {
    case 'bill.introduced': {
      const { core } = event.body
      return {
        ...context(event),
        title: core.title,
        chamber: core.chamber,
        classification: core.classification,
        subjects: core.subjects,
        introduced_on: core.introduced_on,
        prefiled_on: core.prefiled_on ?? null,
      }
    }
    case 'bill.action': {
      const { action } = event.body
      return {
        ...context(event),
        description: action.description,
        action_id: action.id,
        date: action.date,
        chamber: action.chamber,
        organization: action.organization,
        classification: action.classification,
      }
    }
    case 'bill.status_changed': {
      const { from, to, detail, date, action_id } = event.body
      // They are equal if only the history was corrected: nothing changed for a receiver.
      if (from === to) return undefined
      return { ...context(event), from, to, detail, changed_at: date, action_id }
    }
    case 'vote.recorded': {
      const { vote } = event.body
      return {
        ...context(event),
        vote_id: event.body.id,
        vote_ocd_id: event.body.ocd_id,
        motion: vote.motion_text,
        chamber: vote.chamber,
        organization: vote.organization,
        result: vote.result,
        ...tallyOf(vote.counts),
        held_on: vote.start_date,
      }
    }
  }
}

function context({ body: { bill } }: SendableEvent): BillContext {
  return {
    bill_id: bill.id,
    bill_ocd_id: bill.ocd_id,
    identifier: bill.identifier,
    jurisdiction: bill.jurisdiction,
    session: bill.session,
  }
}
