import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import type { BillParts } from '../../source-interface/observation.ts'
import { type DaysOfCongress, sponsorDay } from '../congress/congress-numbers.ts'
import type { LeftOut } from '../mapping/left-out.ts'
import { type Fields, fieldsOf, listOf, looseText, nullableText, textOf } from '../records/fields.ts'

type Sponsor = BillParts['sponsors'][number]

/** Old bills have no sponsors, and some have a committee as sponsor. */
export function mapSponsors(bill: Fields, congress: string, leftOut: LeftOut): Sponsor[] {
  const sponsor = fieldsOf(bill, 'sponsor')
  const listed = (name: string, items: readonly Fields[], primary: boolean): Sponsor[] =>
    leftOut.items(name, items, (item) => sponsorOf(item, primary, { congress, left_out: leftOut }))
  return [
    ...listed('sponsor', Object.keys(sponsor).length === 0 ? [] : [sponsor], true),
    ...listed('cosponsors', listOf(bill, 'cosponsors'), false),
  ]
}

function sponsorOf(item: Fields, primary: boolean, days: DaysOfCongress): Sponsor {
  const name = nullableText(item, 'name') ?? textOf(item, 'bioguide_id')
  const isCommittee = looseText(item, 'type') === 'committee'
  const title = looseText(item, 'title')
  const chamber: Chamber | null = isCommittee
    ? null
    : title === 'Sen'
      ? 'upper'
      : ['Rep', 'Del', 'Com'].includes(title)
        ? 'lower'
        : null
  return {
    name,
    entity_type: isCommittee ? 'organization' : 'person',
    classification: primary ? 'primary' : 'cosponsor',
    primary,
    chamber,
    district: districtOf(item, chamber),
    sponsored_on: sponsorDay(item, 'sponsored_at', name, days),
    withdrawn_on: sponsorDay(item, 'withdrawn_at', name, days),
    source_id: nullableText(item, 'bioguide_id'),
  }
}

function districtOf(item: Fields, chamber: Chamber | null): string | null {
  const state = nullableText(item, 'state')
  if (state === null || chamber === null) return null
  if (chamber === 'upper') return findJurisdiction(state)?.name ?? null
  const number = looseText(item, 'district')
  return `${state}-${number === '' || number === '0' ? 'AL' : number}`
}
