import type { LogEvent } from '../schemas/event.ts'
import type { Projector, Rows, Touch, Write } from './projector.ts'
import { billActions } from './projectors/bill-actions.ts'
import { billSponsors } from './projectors/bill-sponsors.ts'
import { billStatuses } from './projectors/bill-statuses.ts'
import { billVersions } from './projectors/bill-versions.ts'
import { bills } from './projectors/bills.ts'
import { boundaries } from './projectors/boundaries.ts'
import { committees } from './projectors/committees.ts'
import { divisions } from './projectors/divisions.ts'
import { jurisdictions } from './projectors/jurisdictions.ts'
import { nameMatches } from './projectors/name-matches.ts'
import { organizations } from './projectors/organizations.ts'
import { people } from './projectors/people.ts'
import { entities } from './projectors/registry.ts'
import { regulationDetails } from './projectors/regulation-details.ts'
import { regulations } from './projectors/regulations.ts'
import { relatedBills } from './projectors/related-bills.ts'
import { sessions } from './projectors/sessions.ts'
import { voteRolls } from './projectors/vote-rolls.ts'
import { votes } from './projectors/votes.ts'

/** Every read model. A new one is a file in projectors/ and a line here. */
export const projectors: readonly Projector[] = [
  entities,
  bills,
  billStatuses,
  billActions,
  billSponsors,
  billVersions,
  relatedBills,
  votes,
  voteRolls,
  people,
  committees,
  organizations,
  jurisdictions,
  sessions,
  nameMatches,
  divisions,
  boundaries,
  regulations,
  regulationDetails,
]

const byType = new Map<string, Projector[]>()
for (const projector of projectors) {
  for (const type of projector.events) {
    const takers = byType.get(type)
    if (takers === undefined) byType.set(type, [projector])
    else takers.push(projector)
  }
}

/** What an event may touch, over all projectors that take it. */
export function touchesOf(event: LogEvent): Touch[] {
  const touches: Touch[] = []
  for (const projector of byType.get(event.type) ?? []) touches.push(...projector.touches(event))
  return touches
}

/** What it touches besides: asked for when the rows that it touches are loaded, and nothing of its batch is applied. */
export function furtherTouchesOf(rows: Rows, event: LogEvent): Touch[] {
  const touches: Touch[] = []
  for (const projector of byType.get(event.type) ?? []) {
    if (projector.furtherTouches !== undefined) touches.push(...projector.furtherTouches(rows, event))
  }
  return touches
}

/** What an event does to the rows, over all projectors that take it: all of it, or an exception and nothing. */
export function evolveAll(rows: Rows, event: LogEvent): Write[] {
  const writes: Write[] = []
  for (const projector of byType.get(event.type) ?? []) {
    for (const write of projector.evolve(rows, event)) writes.push(write)
  }
  return writes
}
