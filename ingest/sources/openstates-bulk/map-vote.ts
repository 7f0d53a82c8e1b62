import { rollCallKey } from '../../identity/identity-keys.ts'
import { withDistinctVoters } from '../../legislature/roll-calls/distinct-voters.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { mapVote as mapScrapedVote } from '../openstates-scraper/map-vote.ts'
import type { Place } from '../openstates-scraper/place.ts'
import { type Fields, fieldsOf, nullableText } from '../records/fields.ts'
import { BIOGUIDE } from './map-bill.ts'

const NO_BILLS = new Map<string, never>()

/**
 * Maps a scraped roll call as the formatter wrote it. Its `bill` has a uuid that exists nowhere, with the
 * number beside it.
 */
export function mapVote(
  fields: Fields,
  place: Place,
  startedAt: string,
  record: string,
): ObservationOf<'vote'> {
  const observed = mapScrapedVote(fields, place, NO_BILLS, place.newest_at ?? startedAt, record)
  const vote = observed.parts.vote!
  const votes = vote.votes.map((member) =>
    BIOGUIDE.test(member.note) ? { ...member, source_id: member.note, note: '' } : member,
  )
  const roll = congressRoll(fields)
  const key =
    vote.chamber === null || vote.start_date === null
      ? null
      : rollCallKey(vote.jurisdiction, vote.session, vote.chamber, vote.start_date.slice(0, 4), roll)
  return {
    ...observed,
    parts: { vote: withDistinctVoters({ ...vote, votes }) },
    ...(key === null ? {} : { also_keys: [key] }),
  }
}

/** Roll calls of Congress are numbered by chamber and year: `us-2026-lower-114`. */
function congressRoll(fields: Fields): string | null {
  const extras = fieldsOf(fields, 'extras')
  return nullableText(extras, 'house-rollcall-num') ?? nullableText(extras, 'senate-rollcall-num')
}
