import type { CommentPeriod, Regulation } from '../../../schemas/event-bodies/regulation.ts'
import { findAgencyByAcronym } from '../../../schemas/vocabulary/federal-agencies.ts'
import { isWithinReach, type Reach } from '../../dates/possible-day.ts'
import { regulationKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import {
  claimKey,
  normalizeDocumentNumber,
  numberKey,
  regulationsGovKey,
  unnumberedKey,
} from '../federal-documents/document-number.ts'
import { easternDay, UNITED_STATES } from '../federal-documents/eastern-day.ts'
import { createLeftOut, type LeftOut } from '../mapping/left-out.ts'
import { type Fields, fieldsOf, invalid, looseText, nullableText, textOf } from '../records/fields.ts'
import { detailOf, optionalDay } from './detail.ts'

const types: ReadonlyMap<string, string> = new Map([
  ['Rule', 'rule'],
  ['Proposed Rule', 'proposed_rule'],
  ['Notice', 'notice'],
])

/** Other documents of a docket (`Supporting & Related Material`, `Other`) are not regulations. */
export function isRegulation(document: Fields): boolean {
  return types.has(textOf(fieldsOf(document, 'attributes'), 'documentType'))
}

/** The record of one document, from its listing or, with more fields, from its detail. */
export function mapDocument(
  document: Fields,
  kind: 'listing' | 'detail',
  /** The time of a document that has none: answers of 2020 had no lastModifiedDate. */
  givenAt: string,
  record: string,
): ObservationOf<'regulation'> {
  const id = textOf(document, 'id')
  const attributes = fieldsOf(document, 'attributes')
  const number = normalizeDocumentNumber(nullableText(attributes, 'frDocNum') ?? '')
  const postedOn = easternDay(nullableText(attributes, 'postedDate') ?? '')
  if (postedOn === undefined) throw invalid('postedDate', attributes.postedDate, 'a date')
  const leftOut = createLeftOut()
  const period = periodOf(attributes, postedOn, leftOut)
  return {
    ...keysOf(id, number, postedOn),
    entity: 'regulation',
    record_key: kind === 'listing' ? id : `${id}/detail`,
    discriminator: null,
    ocd_id: null,
    jurisdiction: UNITED_STATES,
    observed_at: nullableText(attributes, kind === 'listing' ? 'lastModifiedDate' : 'modifyDate') ?? givenAt,
    schema_rank: 1,
    parts: {
      regulation: regulationOf(id, attributes, { number, posted_on: postedOn, period, left_out: leftOut }),
      comment_period: commentPeriodOf(id, attributes, period),
    },
    bill: null,
    aliases: aliasesOf(id, attributes),
    removed: null,
    record,
  }
}

/**
 * The key is number and day if the document has a number, otherwise its id. It is always found by its id too.
 * Numbers are entered late: a document stored without one becomes the one with that number.
 */
function keysOf(id: string, number: string | null, postedOn: string) {
  if (number === null) {
    return { key: regulationsGovKey(id), also_keys: [claimKey(id, null), unnumberedKey(id)] }
  }
  const byNumber = numberKey(number)
  return {
    key: regulationKey(number, postedOn),
    also_keys: [...(byNumber === null ? [] : [byNumber]), regulationsGovKey(id), claimKey(id, number)],
    replaces: [unnumberedKey(id)],
  }
}

function aliasesOf(id: string, attributes: Fields) {
  const objectId = nullableText(attributes, 'objectId')
  return [
    { scheme: 'regulations-gov', value: id },
    ...(objectId === null ? [] : [{ scheme: 'regulations-gov-object', value: objectId }]),
  ]
}

type Read = {
  readonly number: string | null
  readonly posted_on: string
  readonly period: Period
  readonly left_out: LeftOut
}

function regulationOf(
  id: string,
  attributes: Fields,
  { number, posted_on, period, left_out }: Read,
): Regulation {
  const type = textOf(attributes, 'documentType')
  const docketId = nullableText(attributes, 'docketId')
  const printedNumber = nullableText(attributes, 'frDocNum')
  const detail = detailOf(attributes, posted_on, left_out)
  return {
    jurisdiction: UNITED_STATES,
    document_number: number ?? id,
    publication_date: posted_on,
    type: types.get(type) ?? type,
    subtype: nullableText(attributes, 'subtype'),
    title: looseText(attributes, 'title'),
    action: null,
    citation: null,
    agencies: agenciesOf(nullableText(attributes, 'agencyId')),
    docket_ids: docketId === null ? [] : [docketId],
    signing_on: null,
    significant: null,
    state: attributes.withdrawn === true ? 'withdrawn' : 'published',
    correction_of: null,
    html_url: `https://www.regulations.gov/document/${encodeURIComponent(id.toWellFormed())}`,
    ...detail,
    extras: {
      regulations_gov: [{ ...entryOf(id, attributes, posted_on, period), ...left_out.extras() }],
      ...(number === null && printedNumber !== null && { fr_doc_num_as_printed: printedNumber }),
      ...left_out.extras(),
    },
  }
}

/** Lists the agency and its department, each once. An agency that no list has gets its acronym only. */
function agenciesOf(acronym: string | null): Regulation['agencies'] {
  if (acronym === null) return []
  const agency = findAgencyByAcronym(acronym)
  if (agency === undefined) return [{ name: acronym, slug: null, source_id: acronym, parent_source_id: null }]
  const { parent } = agency
  const of = ({ name, slug, acronym: source_id }: typeof agency, parentSourceId: string | null) => ({
    name,
    slug,
    source_id,
    parent_source_id: parentSourceId,
  })
  return [...(parent === null ? [] : [of(parent, null)]), of(agency, parent?.acronym ?? null)]
}

/**
 * Gives the fields of this document, because several can be one regulation. A field that changes with time
 * alone (openForComment) is left out.
 */
function entryOf(
  id: string,
  attributes: Fields,
  postedOn: string,
  { opens_on, closes_on }: Period,
): Record<string, unknown> {
  const entry = {
    object_id: nullableText(attributes, 'objectId'),
    docket_id: nullableText(attributes, 'docketId'),
    agency_id: nullableText(attributes, 'agencyId'),
    posted_on: postedOn,
    comments_open_on: opens_on,
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

type Period = Pick<CommentPeriod, 'opens_on' | 'closes_on'>

/** How long after its last day a document may be entered if its comments were sent elsewhere. */
const ENTERED_LATE: Reach = { years_before: 2, years_after: 0 }

/**
 * If the last day is before the first one, the document was entered after its comments had closed. The first day is
 * then the day of its entry. If they are years apart, both are doubtful, and the last day is dropped.
 */
function periodOf(attributes: Fields, postedOn: string, leftOut: LeftOut): Period {
  const closesOn = optionalDay(attributes, 'commentEndDate', postedOn, leftOut)
  const opensOn = optionalDay(attributes, 'commentStartDate', postedOn, leftOut)
  if (closesOn === null) return { opens_on: null, closes_on: closesOn }
  if (opensOn === null || opensOn <= closesOn) return { opens_on: opensOn, closes_on: closesOn }
  const isLate = isWithinReach(closesOn, opensOn, ENTERED_LATE)
  const wrong = isLate ? 'commentStartDate' : 'commentEndDate'
  leftOut.day(wrong, nullableText(attributes, wrong), undefined)
  return { opens_on: null, closes_on: isLate ? closesOn : null }
}

/**
 * Comments can be sent only if there is a last day. A link alone proves nothing, and a docket has no
 * deadline.
 */
function commentPeriodOf(id: string, attributes: Fields, { opens_on, closes_on }: Period): CommentPeriod {
  const acceptsLate = attributes.allowLateComments
  return {
    opens_on,
    closes_on,
    comment_url:
      closes_on === null
        ? null
        : `https://www.regulations.gov/commenton/${encodeURIComponent(id.toWellFormed())}`,
    ...(typeof acceptsLate === 'boolean' && { accepts_late: acceptsLate }),
  }
}
