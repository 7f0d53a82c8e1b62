import { findJurisdiction } from '../../../schemas/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary.ts'
import type { BillParts } from '../../observation.ts'
import { type Fields, fieldsOf, looseText, mapList, nullableText, textOf } from '../fields.ts'

type Sponsor = BillParts['sponsors'][number]

/** Bills of old have none, and some have a committee for one. */
export function mapSponsors(bill: Fields): Sponsor[] {
  const sponsor = fieldsOf(bill, 'sponsor')
  return [
    ...(Object.keys(sponsor).length === 0 ? [] : [sponsorOf(sponsor, true)]),
    ...mapList(bill, 'cosponsors', (item) => sponsorOf(item, false)),
  ]
}

function sponsorOf(item: Fields, primary: boolean): Sponsor {
  const is_committee = looseText(item, 'type') === 'committee'
  const title = looseText(item, 'title')
  const chamber: Chamber | null = is_committee
    ? null
    : title === 'Sen'
      ? 'upper'
      : ['Rep', 'Del', 'Com'].includes(title)
        ? 'lower'
        : null
  return {
    name: textOf(item, 'name'),
    entity_type: is_committee ? 'organization' : 'person',
    classification: primary ? 'primary' : 'cosponsor',
    primary,
    chamber,
    district: districtOf(item, chamber),
    sponsored_on: nullableText(item, 'sponsored_at'),
    withdrawn_on: nullableText(item, 'withdrawn_at'),
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
