import { LegislogError } from '../../../schemas/errors.ts'
import type { Session } from '../../../schemas/event-bodies/reference.ts'
import type { JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'

export type RecordKind = 'bill' | 'vote_event' | 'jurisdiction' | 'organization'

/** Only the file name shows the kind of a record: `bill_<id>.json`, `vote_event.ndjson`. */
export function kindOf(record: string): RecordKind | undefined {
  const file = record.split('#', 1)[0]!
  const name = file.slice(file.lastIndexOf('/') + 1)
  const match = /^(bill|vote_event|jurisdiction|organization)(?=[._])/.exec(name)
  return match === null ? undefined : (match[1] as RecordKind)
}

/** Facts that the records of one folder share. Votes and organizations do not name their jurisdiction. */
export type Place = {
  readonly jurisdiction: JurisdictionEntry
  /** The newest time of its records. It dates records that have no time. */
  readonly newest_at: string | null
  /** Sessions in its jurisdiction document. */
  readonly sessions?: readonly Session[]
}

export function requirePlace(place: Place | undefined, record: string): Place {
  if (place !== undefined) return place
  throw new LegislogError(
    'jurisdiction_unknown',
    `no jurisdiction document beside ${record}, and its folder names none`,
  )
}
