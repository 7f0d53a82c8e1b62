import type { LogEvent } from '../../schemas/log/event.ts'
import type { Projector, Rows, Touch, Write } from '../read-model/projector.ts'
import { addressReleases } from './address-releases.ts'
import { advocacyOrganizations } from './advocacy-organizations.ts'
import { advocacyPositions } from './advocacy-positions.ts'
import { billActions } from './bill-actions.ts'
import { billDerivations } from './bill-derivations.ts'
import { billSponsors } from './bill-sponsors.ts'
import { billStatuses } from './bill-statuses.ts'
import { billVersions } from './bill-versions.ts'
import { bills } from './bills.ts'
import { boundaries } from './boundaries.ts'
import { committees } from './committees.ts'
import { divisions } from './divisions.ts'
import { entities } from './entities.ts'
import { jurisdictions } from './jurisdictions.ts'
import { lobbyingFilings } from './lobbying-filings.ts'
import { modelTexts } from './model-texts.ts'
import { nameMatches } from './name-matches.ts'
import { organizations } from './organizations.ts'
import { people } from './people.ts'
import { regulationDetails } from './regulation-details.ts'
import { regulations } from './regulations.ts'
import { relatedBills } from './related-bills.ts'
import { scorecards } from './scorecards.ts'
import { sessions } from './sessions.ts'
import { voteRolls } from './vote-rolls.ts'
import { votes } from './votes.ts'

/** Every read model. To add one, write a file in projectors/ and add a line here. */
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
  billDerivations,
  people,
  committees,
  organizations,
  jurisdictions,
  sessions,
  nameMatches,
  divisions,
  boundaries,
  addressReleases,
  modelTexts,
  scorecards,
  advocacyOrganizations,
  lobbyingFilings,
  advocacyPositions,
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

/** The rows that an event may touch, over all projectors that handle it. */
export function touchesOf(event: LogEvent): Touch[] {
  const touches: Touch[] = []
  for (const projector of byType.get(event.type) ?? []) touches.push(...projector.touches(event))
  return touches
}

/**
 * Further rows that it touches. Called when the rows of `touches` are loaded and no event of the batch is applied.
 */
export function furtherTouchesOf(rows: Rows, event: LogEvent): Touch[] {
  const touches: Touch[] = []
  for (const projector of byType.get(event.type) ?? []) {
    if (projector.furtherTouches !== undefined) touches.push(...projector.furtherTouches(rows, event))
  }
  return touches
}

/** The writes of an event over all projectors that handle it: all of them, or an exception and none. */
export function evolveAll(rows: Rows, event: LogEvent): Write[] {
  const writes: Write[] = []
  for (const projector of byType.get(event.type) ?? []) {
    for (const write of projector.evolve(rows, event)) writes.push(write)
  }
  return writes
}
