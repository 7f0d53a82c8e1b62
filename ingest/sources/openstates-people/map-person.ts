import type { Person, Role } from '../../../schemas/event-bodies/reference.ts'
import { topOfDivision } from '../../../schemas/vocabulary/division-id.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { chambers } from '../../../schemas/vocabulary/vocabulary.ts'
import { upstreamKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { bioguideKey } from '../congress/member-ids.ts'
import { divisionOfDistrict, divisionOfJurisdiction } from '../mapping/district-division.ts'
import { folderOf, jurisdictionOfFolder } from '../mapping/folders.ts'
import { linksOf } from '../mapping/links.ts'
import {
  type Fields,
  fieldsOf,
  invalid,
  looseText,
  mapList,
  nullableText,
  textOf,
} from '../records/fields.ts'

export function mapPerson(fields: Fields, observedAt: string, record: string): ObservationOf<'person'> {
  const id = textOf(fields, 'id')
  const roles = mapList(fields, 'roles', roleOf)
  const jurisdiction = roles[0]?.jurisdiction ?? jurisdictionOfFolder(folderOf(record))?.division_id
  if (jurisdiction === undefined) throw invalid('roles', fields.roles, 'a list with a role')
  const otherIdentifiers = identifiersOf(fields)
  const person: Person = {
    name: textOf(fields, 'name'),
    given_name: nullableText(fields, 'given_name'),
    family_name: nullableText(fields, 'family_name'),
    middle_name: nullableText(fields, 'middle_name'),
    suffix: nullableText(fields, 'suffix'),
    gender: nullableText(fields, 'gender'),
    email: nullableText(fields, 'email'),
    biography: nullableText(fields, 'biography'),
    birth_date: nullableText(fields, 'birth_date'),
    death_date: nullableText(fields, 'death_date'),
    image: nullableText(fields, 'image'),
    party: mapList(fields, 'party', datedName),
    roles,
    offices: mapList(fields, 'offices', (item) => ({
      classification: textOf(item, 'classification'),
      name: nullableText(item, 'name'),
      address: nullableText(item, 'address'),
      voice: nullableText(item, 'voice'),
      fax: nullableText(item, 'fax'),
    })),
    links: linksOf(fields, 'links'),
    other_names: mapList(fields, 'other_names', datedName),
    other_identifiers: otherIdentifiers,
    sources: linksOf(fields, 'sources'),
    extras: { ...fieldsOf(fields, 'extras') },
  }
  return {
    entity: 'person',
    key: upstreamKey(id),
    also_keys: otherIdentifiers.flatMap(({ scheme, identifier }) =>
      scheme === 'bioguide' ? [bioguideKey(identifier)] : [],
    ),
    discriminator: null,
    ocd_id: id,
    jurisdiction: topOfDivision(jurisdiction),
    observed_at: observedAt,
    schema_rank: 1,
    parts: { person },
    bill: null,
    aliases: otherIdentifiers.map(({ scheme, identifier }) => ({ scheme, value: identifier })),
    removed: null,
    record,
  }
}

/** A role may end in the future, so each reader decides if it is current. */
function roleOf(item: Fields): Role {
  const type = textOf(item, 'type')
  const jurisdictionId = textOf(item, 'jurisdiction')
  const jurisdiction = divisionOfJurisdiction(jurisdictionId)
  if (jurisdiction === undefined) throw invalid('jurisdiction', jurisdictionId, 'a jurisdiction id')
  const chamber = chambers.find((word) => word === type) ?? null
  const district = nullableText(item, 'district')
  const entry = findJurisdiction(jurisdiction)
  return {
    type,
    jurisdiction,
    chamber,
    district,
    division_id: entry === undefined ? jurisdiction : divisionOfDistrict(entry, chamber, district),
    title: nullableText(item, 'title'),
    start_date: nullableText(item, 'start_date'),
    end_date: nullableText(item, 'end_date'),
    end_reason: nullableText(item, 'end_reason'),
  }
}

function datedName(item: Fields): Person['other_names'][number] {
  return {
    name: textOf(item, 'name'),
    start_date: nullableText(item, 'start_date'),
    end_date: nullableText(item, 'end_date'),
  }
}

/** The source lists accounts separately from other identifiers. Here both are identifiers with a scheme. */
function identifiersOf(fields: Fields): Person['other_identifiers'] {
  const accounts = fieldsOf(fields, 'ids')
  return [
    ...mapList(fields, 'other_identifiers', (item) => ({
      scheme: textOf(item, 'scheme'),
      identifier: looseText(item, 'identifier'),
    })),
    ...Object.keys(accounts).map((scheme) => ({ scheme, identifier: looseText(accounts, scheme) })),
  ].filter(({ identifier }) => identifier !== '')
}
