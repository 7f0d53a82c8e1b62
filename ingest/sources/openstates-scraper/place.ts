import { LegislogError } from '../../../schemas/errors.ts'
import type { Session } from '../../../schemas/event-bodies/reference.ts'
import type { JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'

export type RecordKind = 'bill' | 'vote_event' | 'jurisdiction' | 'organization'

/** What a record is stands only in the name of its file: `bill_<id>.json`, `vote_event.ndjson`. */
export function kindOf(record: string): RecordKind | undefined {
  const file = record.split('#', 1)[0]!
  const name = file.slice(file.lastIndexOf('/') + 1)
  const match = /^(bill|vote_event|jurisdiction|organization)(?=[._])/.exec(name)
  return match === null ? undefined : (match[1] as RecordKind)
}

/** What the records of one folder share. Votes and organisations do not say of which jurisdiction they are. */
export type Place = {
  readonly jurisdiction: JurisdictionEntry
  /** The newest time of its records: what those without a time of their own are dated by. */
  readonly newest_at: string | null
  /** Those that its jurisdiction document lists. */
  readonly sessions?: readonly Session[]
}

export function requirePlace(place: Place | undefined, record: string): Place {
  if (place !== undefined) return place
  throw new LegislogError(
    'jurisdiction_unknown',
    `no jurisdiction document beside ${record}, and its folder names none`,
  )
}
