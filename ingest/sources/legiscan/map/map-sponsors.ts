import type { JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { readSponsors } from '../../../legislature/names/sponsor-names.ts'
import type { BillParts } from '../../../source-interface/observation.ts'
import type { LeftOut } from '../../mapping/left-out.ts'
import { type Fields, listOf, looseText, nullableText, textOf } from '../../records/fields.ts'
import { chamberOfRole, districtOf } from '../fields/chamber.ts'
import { CARRY_OVER, relations, sponsorTypes } from '../fields/codes.ts'
import type { LegiscanSession } from '../fields/session.ts'
import { flagOf, idOf, nullableId, nullableNumber } from '../fields/values.ts'
import { printedNumber } from './bill-number.ts'

/** Keeps LegiScan's order, which is that of the bill. A committee is a sponsor too, with its own id. */
export function mapSponsors(
  fields: Fields,
  jurisdiction: JurisdictionEntry,
  leftOut: LeftOut,
): BillParts['sponsors'] {
  const listed = leftOut.items('sponsors', listOf(fields, 'sponsors'), (item) => {
    const isCommittee = flagOf(item, 'committee_sponsor') || nullableId(item, 'committee_id') !== null
    const type = nullableNumber(item, 'sponsor_type_id') ?? 0
    const first = (nullableNumber(item, 'sponsor_order') ?? 0) <= 1
    const sourceId = `legiscan:${idOf(item, 'people_id')}`
    return {
      name: nullableText(item, 'name') ?? sourceId,
      entity_type: isCommittee ? 'organization' : 'person',
      classification: sponsorTypes[type] ?? 'sponsor',
      primary: type === 1 || (type === 0 && first),
      chamber: isCommittee ? null : chamberOfRole(nullableNumber(item, 'role_id'), jurisdiction),
      district: isCommittee ? null : districtOf(looseText(item, 'district')),
      sponsored_on: null,
      withdrawn_on: null,
      source_id: sourceId,
    }
  })
  return readSponsors(listed, jurisdiction)
}

/**
 * Identical or similar bills (`sasts`). LegiScan names them by number. All are of this session, except those
 * carried over.
 */
export function mapRelated(
  fields: Fields,
  jurisdiction: JurisdictionEntry,
  session: LegiscanSession,
  leftOut: LeftOut,
): BillParts['related_bills'] {
  const related = leftOut.items('sasts', listOf(fields, 'sasts'), (item) => {
    const type = nullableNumber(item, 'type_id') ?? 0
    return {
      identifier: printedNumber(jurisdiction, session, textOf(item, 'sast_bill_number'), null),
      session: type === CARRY_OVER ? '' : session.identifier,
      relation_type: relations[type] ?? 'related',
    }
  })
  return [...new Map(related.map((one) => [JSON.stringify(one), one])).values()]
}

/** Some legislatures write several subjects in one, with semicolons. */
export function mapSubjects(fields: Fields): string[] {
  const subjects = listOf(fields, 'subjects').flatMap((item) => looseText(item, 'subject_name').split(';'))
  return [...new Set(subjects.map((subject) => subject.trim()).filter((subject) => subject !== ''))]
}
