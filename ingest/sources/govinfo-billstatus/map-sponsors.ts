import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import type { BillParts } from '../../source-interface/observation.ts'
import { type DaysOfCongress, sponsorDay } from '../congress/congress-numbers.ts'
import type { LeftOut } from '../mapping/left-out.ts'
import { type Fields, nullableText, textOf } from '../records/fields.ts'
import { itemsOf } from '../records/xml.ts'

type Sponsor = BillParts['sponsors'][number]

/** Withdrawn cosponsors stay, with the day. */
export function mapSponsors(bill: Fields, congress: string, leftOut: LeftOut): Sponsor[] {
  const listed = (list: string, primary: boolean): Sponsor[] =>
    leftOut.items(list, itemsOf(bill, `${list}/item`), (item) =>
      sponsorOf(item, primary, { congress, left_out: leftOut }),
    )
  return [...listed('sponsors', true), ...listed('cosponsors', false)]
}

function sponsorOf(item: Fields, primary: boolean, days: DaysOfCongress): Sponsor {
  const name = nullableText(item, 'fullName') ?? nameOfParts(item) ?? textOf(item, 'bioguideId')
  return {
    name,
    entity_type: 'person',
    classification: primary ? 'primary' : 'cosponsor',
    primary,
    ...seatOf(name),
    sponsored_on: sponsorDay(item, 'sponsorshipDate', name, days),
    withdrawn_on: sponsorDay(item, 'sponsorshipWithdrawnDate', name, days),
    source_id: nullableText(item, 'bioguideId'),
  }
}

function nameOfParts(item: Fields): string | null {
  const names = [nullableText(item, 'firstName'), nullableText(item, 'middleName')]
  const family = nullableText(item, 'lastName')
  return family === null ? null : [...names, family].filter((one) => one !== null).join(' ')
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
  const atLarge = number === undefined || number === '0' || number === 'At Large'
  return { chamber, district: `${state}-${atLarge ? 'AL' : number}` }
}
