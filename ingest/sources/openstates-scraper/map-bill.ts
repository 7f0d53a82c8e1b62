import type { JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'
import { toLocal } from '../../dates/local-time.ts'
import { plainIdentifier } from '../../identity/bill-designations.ts'
import { formerBillKeys, normalizeIdentifier } from '../../identity/bill-identifiers.ts'
import { billKey } from '../../identity/identity-keys.ts'
import { fillClasses } from '../../legislature/action-classes/classify-action.ts'
import { readSponsors } from '../../legislature/names/sponsor-names.ts'
import type { BillParts, ObservationOf } from '../../source-interface/observation.ts'
import { oldestFirst } from '../mapping/action-order.ts'
import { distinctFiles } from '../mapping/distinct-files.ts'
import { docketKeys } from '../mapping/dockets.ts'
import { requireJurisdiction } from '../mapping/jurisdiction.ts'
import { linksOf } from '../mapping/links.ts'
import { webAddress } from '../mapping/web-address.ts'
import {
  type Fields,
  fieldsOf,
  invalid,
  listOf,
  looseText,
  mapList,
  nullableText,
  textOf,
  textsOf,
} from '../records/fields.ts'
import type { Place } from './place.ts'
import { actorOf } from './pseudo-id.ts'

type Action = BillParts['actions'][number]
type Version = BillParts['versions'][number]

export function mapBill(fields: Fields, place: Place | undefined, record: string): ObservationOf<'bill'> {
  const jurisdiction = jurisdictionOfBill(fields, place)
  const { division_id } = jurisdiction
  const session = textOf(fields, 'legislative_session')
  const printed = textOf(fields, 'identifier')
  const identifier = plainIdentifier(division_id, printed)
  const sources = linksOf(fields, 'sources')
  const otherIdentifiers = mapList(fields, 'other_identifiers', (item) => ({
    identifier: looseText(item, 'identifier'),
    scheme: looseText(item, 'scheme'),
  }))
  if (isRenumbered(printed, identifier)) otherIdentifiers.push({ identifier: printed, scheme: 'printed' })
  const replaces = [
    ...docketKeys({ jurisdiction: division_id, session, other_identifiers: otherIdentifiers }),
    ...formerBillKeys(division_id, session, printed),
  ]
  return {
    entity: 'bill',
    key: billKeyOf(division_id, session, printed),
    discriminator: sources[0]?.url ?? null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at: textOf(fields, 'scraped_at'),
    schema_rank: 1,
    parts: {
      core: {
        jurisdiction: division_id,
        session,
        identifier,
        chamber: actorOf(fields.from_organization, 'from_organization').chamber,
        title: textOf(fields, 'title'),
        classification: [...textsOf(fields, 'classification')],
        subjects: [...textsOf(fields, 'subject')],
        abstracts: mapList(fields, 'abstracts', (item) => ({
          abstract: looseText(item, 'abstract'),
          note: looseText(item, 'note'),
        })),
        other_titles: mapList(fields, 'other_titles', (item) => ({
          title: looseText(item, 'title'),
          note: looseText(item, 'note'),
        })),
        other_identifiers: otherIdentifiers,
        citations: mapList(fields, 'citations', citationOf),
        sources,
        extras: { ...fieldsOf(fields, 'extras') },
      },
      actions: oldestFirst(
        mapList(fields, 'actions', (item) => actionOf(item, jurisdiction)),
        jurisdiction.abbreviation,
        session,
      ),
      sponsors: readSponsors(mapList(fields, 'sponsorships', sponsorOf), jurisdiction),
      ...distinctFiles(
        versionsOf(fields, 'versions', jurisdiction),
        versionsOf(fields, 'documents', jurisdiction),
      ),
      related_bills: relatedOf(fields),
    },
    ...(replaces.length > 0 && { replaces }),
    bill: null,
    aliases: [],
    removed: null,
    record,
  }
}

/** Says if more than a stray mark differs. */
const isRenumbered = (printed: string, identifier: string): boolean =>
  /\p{L}.*\d/u.exec(printed)?.[0] !== /\p{L}.*\d/u.exec(identifier)?.[0]

export function billKeyOf(divisionId: string, session: string, identifier: string): string {
  const normalized = normalizeIdentifier(divisionId, identifier)
  if (normalized === '') throw invalid('identifier', identifier, 'a bill number')
  return billKey(divisionId, session, normalized)
}

export function jurisdictionOfBill(fields: Fields, place: Place | undefined): JurisdictionEntry {
  const jurisdiction = fieldsOf(fields, 'jurisdiction')
  const name = nullableText(jurisdiction, 'division_id') ?? nullableText(jurisdiction, 'id')
  if (name !== null) return requireJurisdiction('jurisdiction', name)
  if (place !== undefined) return place.jurisdiction
  throw invalid('jurisdiction', fields.jurisdiction, 'a jurisdiction')
}

function citationOf(item: Fields): BillParts['core']['citations'][number] {
  const url = nullableText(item, 'url')
  return {
    publication: looseText(item, 'publication'),
    citation: looseText(item, 'citation'),
    citation_type: looseText(item, 'citation_type'),
    effective: nullableText(item, 'effective'),
    expires: nullableText(item, 'expires'),
    url: url === null ? null : webAddress(url),
  }
}

function actionOf(item: Fields, { division_id, time_zone }: JurisdictionEntry): Action {
  const actor = actorOf(item.organization_id, 'organization_id')
  const description = looseText(item, 'description')
  return {
    date: dateOf(item, 'date', time_zone),
    ...actor,
    description,
    classification: fillClasses(textsOf(item, 'classification'), {
      division_id,
      chamber: actor.chamber,
      description,
    }),
    related_entities: mapList(item, 'related_entities', (entity) => ({
      name: looseText(entity, 'name'),
      entity_type: looseText(entity, 'entity_type'),
    })),
  }
}

/** Reads a required day. */
function dateOf(item: Fields, name: string, timeZone: string): string {
  const text = textOf(item, name)
  const date = toLocal(text, timeZone)
  if (date === undefined) throw invalid(name, text, 'a date')
  return date
}

export function nullableDate(item: Fields, name: string, timeZone: string): string | null {
  return nullableText(item, name) === null ? null : dateOf(item, name, timeZone)
}

function sponsorOf(item: Fields): BillParts['sponsors'][number] {
  const person = nullableText(item, 'person_id')
  return {
    name: textOf(item, 'name'),
    entity_type: looseText(item, 'entity_type'),
    classification: looseText(item, 'classification'),
    primary: item.primary === true,
    chamber: actorOf(item.organization_id, 'organization_id').chamber,
    district: null,
    sponsored_on: null,
    withdrawn_on: null,
    source_id: person?.startsWith('~') === false ? person : null,
  }
}

function versionsOf(
  fields: Fields,
  name: 'versions' | 'documents',
  { time_zone }: JurisdictionEntry,
): Version[] {
  const versions = mapList(fields, name, (item) => ({
    note: looseText(item, 'note'),
    date: nullableDate(item, 'date', time_zone),
    classification: looseText(item, 'classification'),
    links: mapList(item, 'links', (link) => ({
      url: webAddress(textOf(link, 'url')),
      media_type: looseText(link, 'media_type'),
    })),
    text: null,
  }))
  // Some sources end their list with an empty entry.
  return versions.filter((version) => version.links.length > 0 || version.note !== '')
}

/** Removes repeats: New York names one prior bill up to nine times. */
function relatedOf(fields: Fields): BillParts['related_bills'][number][] {
  const seen = new Map<string, BillParts['related_bills'][number]>()
  for (const item of listOf(fields, 'related_bills')) {
    const related = {
      identifier: textOf(item, 'identifier'),
      session: looseText(item, 'legislative_session'),
      relation_type: looseText(item, 'relation_type'),
    }
    seen.set(`${related.relation_type}|${related.session}|${related.identifier}`, related)
  }
  return [...seen.values()]
}
