import { findJurisdiction } from '../../../schemas/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary.ts'
import type { BillParts } from '../../observation.ts'
import { type Fields, nullableText, textOf } from '../fields.ts'
import { itemsOf } from '../xml.ts'

type Sponsor = BillParts['sponsors'][number]

/** Withdrawn cosponsors stay, with the day. */
export function mapSponsors(bill: Fields): Sponsor[] {
  return [
    ...itemsOf(bill, 'sponsors/item').map((item) => sponsorOf(item, true)),
    ...itemsOf(bill, 'cosponsors/item').map((item) => sponsorOf(item, false)),
  ]
}

function sponsorOf(item: Fields, primary: boolean): Sponsor {
  const name = textOf(item, 'fullName')
  return {
    name,
    entity_type: 'person',
    classification: primary ? 'primary' : 'cosponsor',
    primary,
    ...seatOf(name),
    sponsored_on: nullableText(item, 'sponsorshipDate'),
    withdrawn_on: nullableText(item, 'sponsorshipWithdrawnDate'),
    source_id: nullableText(item, 'bioguideId'),
  }
}

/** Every version of the schema prints the seat with the name: `Rep. Franks, Trent [R-AZ-8]`. */
function seatOf(name: string): { chamber: Chamber | null; district: string | null } {
  const chamber = name.startsWith('Sen.')
    ? 'upper'
    : /^(?:Rep|Del|Resident Commissioner)\b/u.test(name)
      ? 'lower'
      : null
  const seat = /\[\w+-([A-Z]{2})(?:-(\d+|At Large))?\]$/u.exec(name)
  if (seat === null || chamber === null) return { chamber, district: null }
  const [, state, number] = seat
  if (chamber === 'upper') return { chamber, district: findJurisdiction(state!)?.name ?? null }
  const at_large = number === undefined || number === '0' || number === 'At Large'
  return { chamber, district: `${state}-${at_large ? 'AL' : number}` }
}
