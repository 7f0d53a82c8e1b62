import type { LogEvent } from '../../schemas/log/event.ts'
import { isRemoved, type Stored, type StoredOf } from '../state/stored-entities.ts'
import { loggedBill } from './logged-bill.ts'

/** `before` is the stored content of the event's entity; it has the event's kind. */
export function loggedContent(
  before: object | null,
  event: LogEvent,
  isFirstEmission: boolean,
): object | null {
  switch (event.type) {
    case 'vote.recorded':
    case 'vote.corrected':
      return { vote: event.body.vote }
    case 'regulation.published':
      return { regulation: event.body.regulation, comment_period: null }
    case 'regulation.updated':
    case 'regulation.comment_period_changed':
      return loggedRegulation(before as Stored<'regulation'> | null, event)
    case 'jurisdiction.observed':
      return { jurisdiction: event.body.jurisdiction }
    case 'session.observed':
      return { ...presentContent(before), session: event.body.session }
    case 'session.closed':
      return loggedSession(before as Stored<'session'> | null, event)
    case 'person.observed':
      return { person: event.body.person }
    case 'committee.observed':
      return { committee: event.body.committee }
    case 'organization.observed':
      return { organization: event.body.organization }
    case 'division.observed':
      return { division: event.body.division }
    case 'boundary.loaded':
      return { boundary: event.body.boundary }
    case 'address_release.loaded':
      return { address_release: event.body.address_release }
    case 'model_text.observed':
      return { model_text: event.body.model_text }
    case 'scorecard.published':
    case 'scorecard.updated':
      return { scorecard: event.body.scorecard }
    case 'advocacy_organization.observed':
      return { advocacy_organization: event.body.advocacy_organization }
    case 'lobbying.filed':
    case 'lobbying.corrected':
      return { filing: event.body.filing }
    case 'position.stated':
    case 'position.corrected':
      return { position: event.body.position }
    case 'name.matched':
      return { match: event.body.match }
    case 'derivation.recorded':
      return { derivation: event.body.derivation }
    case 'person.merged':
    case 'advocacy_organization.merged':
      return { removed: `merged into ${event.body.into.ocd_id}`, retired_actions: [] }
    case 'vote.removed':
    case 'regulation.removed':
    case 'jurisdiction.removed':
    case 'session.removed':
    case 'person.removed':
    case 'committee.removed':
    case 'organization.removed':
    case 'division.removed':
    case 'boundary.removed':
    case 'address_release.withdrawn':
    case 'model_text.removed':
    case 'scorecard.removed':
    case 'derivation.removed':
    case 'advocacy_organization.removed':
    case 'lobbying.removed':
    case 'position.removed':
      return { removed: event.body.reason, retired_actions: [] }
    default:
      return loggedBill(before as Stored<'bill'> | null, event, isFirstEmission)
  }
}

const presentContent = (before: object | null): object => (before === null || isRemoved(before) ? {} : before)

function loggedRegulation(
  before: Stored<'regulation'> | null,
  event: LogEvent<'regulation.updated' | 'regulation.comment_period_changed'>,
): Stored<'regulation'> | null {
  if (before === null || isRemoved(before)) return before
  return event.type === 'regulation.updated'
    ? { ...before, regulation: event.body.regulation }
    : { ...before, comment_period: event.body.comment_period }
}

function loggedSession(
  before: Stored<'session'> | null,
  { body }: LogEvent<'session.closed'>,
): Stored<'session'> | null {
  if (before === null || isRemoved(before)) return before
  const { session }: StoredOf['session'] = before
  const { closed_on, closed_by } = body
  if (body.reopened === true) return { session, closed: { closed_on: null } }
  return { session, closed: { closed_on, ...(closed_by === undefined ? {} : { closed_by }) } }
}
