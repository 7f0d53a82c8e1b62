import type { CommentPeriod, Regulation } from '../../../schemas/event/regulation.ts'
import { findAgencyByAcronym } from '../../../schemas/federal-agencies.ts'
import { regulationKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../observation.ts'
import {
  claimKey,
  documentNumber,
  numberKey,
  regulationsGovKey,
  unnumberedKey,
} from '../federal/document-number.ts'
import { easternDay, UNITED_STATES } from '../federal/eastern-day.ts'
import { type Fields, fieldsOf, invalid, nullableText, textOf } from '../fields.ts'
import { detailOf } from './detail.ts'

const types: ReadonlyMap<string, string> = new Map([
  ['Rule', 'rule'],
  ['Proposed Rule', 'proposed_rule'],
  ['Notice', 'notice'],
])

/** What lies in a docket beside its rules and notices (`Supporting & Related Material`, `Other`) regulates nothing. */
export function isRegulation(document: Fields): boolean {
  return types.has(textOf(fieldsOf(document, 'attributes'), 'documentType'))
}

/** Of one document, the record of its listing or, with more to say, of its detail. */
export function mapDocument(
  document: Fields,
  kind: 'listing' | 'detail',
  /** What its time is where it carries none: answers of 2020 had no lastModifiedDate. */
  given_at: string,
  record: string,
): ObservationOf<'regulation'> {
  const id = textOf(document, 'id')
  const attributes = fieldsOf(document, 'attributes')
  const number = documentNumber(nullableText(attributes, 'frDocNum') ?? '')
  const posted_on = easternDay(attributes, 'postedDate')
  if (posted_on === null) throw invalid('postedDate', attributes.postedDate, 'a date')
  return {
    ...keysOf(id, number, posted_on),
    entity: 'regulation',
    record_key: kind === 'listing' ? id : `${id}/detail`,
    discriminator: null,
    ocd_id: null,
    jurisdiction: UNITED_STATES,
    observed_at: nullableText(attributes, kind === 'listing' ? 'lastModifiedDate' : 'modifyDate') ?? given_at,
    schema_rank: 1,
    parts: {
      regulation: regulationOf(id, attributes, number, posted_on),
      comment_period: commentPeriodOf(id, attributes),
    },
    bill: null,
    aliases: aliasesOf(id, attributes),
    removed: null,
    record,
  }
}

/**
 * Number and day where it has a number, else its id; known by its id in any case. Numbers are entered late: what was held
 * without one becomes what has that number.
 */
export function keysOf(id: string, number: string | null, posted_on: string) {
  if (number === null) {
    return { key: regulationsGovKey(id), also_keys: [claimKey(id, null), unnumberedKey(id)] }
  }
  const by_number = numberKey(number)
  return {
    key: regulationKey(number, posted_on),
    also_keys: [...(by_number === null ? [] : [by_number]), regulationsGovKey(id), claimKey(id, number)],
    replaces: [unnumberedKey(id)],
  }
}

function aliasesOf(id: string, attributes: Fields) {
  const object_id = nullableText(attributes, 'objectId')
  return [
    { scheme: 'regulations-gov', value: id },
    ...(object_id === null ? [] : [{ scheme: 'regulations-gov-object', value: object_id }]),
  ]
}

function regulationOf(id: string, attributes: Fields, number: string | null, posted_on: string): Regulation {
  const type = textOf(attributes, 'documentType')
  const docket_id = nullableText(attributes, 'docketId')
  const printed_number = nullableText(attributes, 'frDocNum')
  return {
    jurisdiction: UNITED_STATES,
    document_number: number ?? id,
    publication_date: posted_on,
    type: types.get(type) ?? type,
    subtype: nullableText(attributes, 'subtype'),
    title: textOf(attributes, 'title'),
    action: null,
    citation: null,
    agencies: agenciesOf(textOf(attributes, 'agencyId')),
    docket_ids: docket_id === null ? [] : [docket_id],
    signing_on: null,
    significant: null,
    state: attributes.withdrawn === true ? 'withdrawn' : 'published',
    correction_of: null,
    html_url: `https://www.regulations.gov/document/${encodeURIComponent(id.toWellFormed())}`,
    ...detailOf(attributes),
    extras: {
      regulations_gov: [entryOf(id, attributes, posted_on)],
      ...(number === null && printed_number !== null && { fr_doc_num_as_printed: printed_number }),
    },
  }
}

/** The part and its department, each once; one that no list knows by its acronym alone. */
function agenciesOf(acronym: string): Regulation['agencies'] {
  const agency = findAgencyByAcronym(acronym)
  if (agency === undefined) return [{ name: acronym, slug: null, source_id: acronym, parent_source_id: null }]
  const { parent } = agency
  const of = ({ name, slug, acronym: source_id }: typeof agency, parent_source_id: string | null) => ({
    name,
    slug,
    source_id,
    parent_source_id,
  })
  return [...(parent === null ? [] : [of(parent, null)]), of(agency, parent?.acronym ?? null)]
}

/** What is this document's own, where several are one regulation. What moves by itself (openForComment) is left out. */
function entryOf(id: string, attributes: Fields, posted_on: string): Record<string, unknown> {
  const closes_on = easternDay(attributes, 'commentEndDate')
  const entry = {
    object_id: nullableText(attributes, 'objectId'),
    docket_id: nullableText(attributes, 'docketId'),
    agency_id: nullableText(attributes, 'agencyId'),
    posted_on,
    comments_open_on: closes_on === null ? null : easternDay(attributes, 'commentStartDate'),
    comments_close_on: closes_on,
    withdrawn: attributes.withdrawn === true ? true : null,
    reason_withdrawn: nullableText(attributes, 'reasonWithdrawn'),
    restrict_reason: nullableText(attributes, 'restrictReason'),
  }
  return {
    document_id: id,
    ...Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
  }
}

/** Comments can be sent where a last day is told: a link alone says nothing, and a docket has no deadline. */
function commentPeriodOf(id: string, attributes: Fields): CommentPeriod {
  const closes_on = easternDay(attributes, 'commentEndDate')
  const accepts_late = attributes.allowLateComments
  return {
    opens_on: closes_on === null ? null : easternDay(attributes, 'commentStartDate'),
    closes_on,
    comment_url:
      closes_on === null
        ? null
        : `https://www.regulations.gov/commenton/${encodeURIComponent(id.toWellFormed())}`,
    ...(typeof accepts_late === 'boolean' && { accepts_late }),
  }
}
