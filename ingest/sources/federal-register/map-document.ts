import type { CommentPeriod, Regulation } from '../../../schemas/event-bodies/regulation.ts'
import { isWithinReach, type Reach } from '../../dates/possible-day.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { localDay, REACH, UNITED_STATES } from '../federal-documents/eastern-day.ts'
import { createLeftOut, type LeftOut } from '../mapping/left-out.ts'
import { webAddress } from '../mapping/web-address.ts'
import { type Fields, invalid, listOf, looseText, nullableText, textOf, textsOf } from '../records/fields.ts'
import { splitDocketIds } from './docket-ids.ts'
import { keysOf } from './document-keys.ts'

/** Spellings of the API, of its query codes and of the bulk files. */
const types: Readonly<Record<string, string>> = {
  rule: 'rule',
  'proposed rule': 'proposed_rule',
  prorule: 'proposed_rule',
  notice: 'notice',
  n: 'notice',
  'presidential document': 'presidential_document',
  presdocu: 'presidential_document',
}

export function mapDocument(
  document: Fields,
  observedAt: string,
  record: string,
): ObservationOf<'regulation'> {
  const documentNumber = textOf(document, 'document_number')
  const publicationDate = localDay(nullableText(document, 'publication_date') ?? '')
  if (publicationDate === undefined) throw invalid('publication_date', document.publication_date, 'a date')
  const leftOut = createLeftOut()
  const commentPeriod = commentPeriodOf(document, publicationDate, leftOut)
  const regulation = regulationOf(document, documentNumber, publicationDate, leftOut)
  return {
    entity: 'regulation',
    ...keysOf(documentNumber, publicationDate, regulationsGovId(document)),
    discriminator: null,
    ocd_id: null,
    jurisdiction: UNITED_STATES,
    observed_at: observedAt,
    schema_rank: 1,
    parts: { regulation, comment_period: commentPeriod },
    bill: null,
    aliases: [{ scheme: 'federal-register', value: `${documentNumber} ${publicationDate}` }],
    removed: null,
    record,
  }
}

function regulationOf(
  document: Fields,
  documentNumber: string,
  publicationDate: string,
  leftOut: LeftOut,
): Regulation {
  const dayOf = (name: string): string | null =>
    optionalDay(document, name, leftOut, (day) => isWithinReach(day, publicationDate, REACH))
  const type = looseText(document, 'type')
  const printed = textsOf(document, 'docket_ids')
  const dockets = splitDocketIds(printed)
  return {
    jurisdiction: UNITED_STATES,
    document_number: documentNumber,
    publication_date: publicationDate,
    type: types[type.toLowerCase()] ?? type,
    subtype: nullableText(document, 'subtype'),
    title: looseText(document, 'title'),
    abstract: nullableText(document, 'abstract'),
    action: nullableText(document, 'action'),
    citation: nullableText(document, 'citation'),
    agencies: agenciesOf(document, leftOut),
    docket_ids: [...dockets.docket_ids],
    rins: [...new Set([...textsOf(document, 'regulation_id_numbers'), ...dockets.rins])],
    cfr_references: leftOut.items('cfr_references', listOf(document, 'cfr_references'), cfrOf),
    topics: [...textsOf(document, 'topics')],
    effective_on: dayOf('effective_on'),
    signing_on: dayOf('signing_date'),
    significant: typeof document.significant === 'boolean' ? document.significant : null,
    state: 'published',
    correction_of: numberInAddress(nullableText(document, 'correction_of')),
    html_url: addressOf(document, 'html_url'),
    pdf_url: addressOf(document, 'pdf_url'),
    text_url: addressOf(document, 'raw_text_url'),
    start_page: pageOf(document, 'start_page'),
    end_page: pageOf(document, 'end_page'),
    extras: { ...extrasOf(document, printed), ...leftOut.extras() },
  }
}

const COMMENTS_REACH: Reach = { years_before: 0, years_after: 10 }

/**
 * The deadline belongs to the document, never to the docket. The period opens on publication, so an earlier
 * last day is a misprint, mostly of the year.
 */
function commentPeriodOf(document: Fields, publicationDate: string, leftOut: LeftOut): CommentPeriod {
  const closesOn = optionalDay(document, 'comments_close_on', leftOut, (day) =>
    isWithinReach(day, publicationDate, COMMENTS_REACH),
  )
  return {
    opens_on: closesOn === null ? null : publicationDate,
    closes_on: closesOn,
    comment_url: addressOf(document, 'comment_url'),
  }
}

/**
 * Lists both an agency and its parent. An agency that was printed under two names is listed twice by the
 * source and once here.
 */
function agenciesOf(document: Fields, leftOut: LeftOut): Regulation['agencies'] {
  const agencies = leftOut.items('agencies', listOf(document, 'agencies'), agencyOf)
  const byName = new Map(agencies.map((agency) => [agency.name, agency]))
  return [...byName.values()]
}

/** Some agencies have only the name that was printed. */
function agencyOf(item: Fields): Regulation['agencies'][number] {
  return {
    name: nullableText(item, 'name') ?? textOf(item, 'raw_name'),
    slug: nullableText(item, 'slug'),
    source_id: nullableText(item, 'id'),
    parent_source_id: nullableText(item, 'parent_id'),
  }
}

function cfrOf(item: Fields): Regulation['cfr_references'][number] {
  const title = Number(item.title)
  if (!Number.isSafeInteger(title)) throw invalid('title', item.title, 'a title of the Code')
  return { title, part: nullableText(item, 'part'), chapter: nullableText(item, 'chapter') }
}

function optionalDay(
  document: Fields,
  name: string,
  leftOut: LeftOut,
  isPossible: (day: string) => boolean,
): string | null {
  const printed = nullableText(document, name)
  return leftOut.day(name, printed, localDay(printed ?? ''), isPossible)
}

function pageOf(document: Fields, name: string): number | null {
  const page = document[name]
  return typeof page === 'number' && Number.isSafeInteger(page) ? page : null
}

function addressOf(document: Fields, name: string): string | null {
  const address = nullableText(document, name)
  return address === null ? null : webAddress(address)
}

/** `https://www.federalregister.gov/api/v1/documents/2023-27742` corrects 2023-27742. */
function numberInAddress(address: string | null): string | null {
  return address === null ? null : (/\/documents\/([^/?]+)/u.exec(address)?.[1] ?? address)
}

const KEPT = [
  'dates',
  'disposition_notes',
  'executive_order_notes',
  'executive_order_number',
  'presidential_document_number',
  'proclamation_number',
  'toc_doc',
  'toc_subject',
  'body_html_url',
  'full_text_xml_url',
] as const

/** Page views and comment counts change without the document, so they are not kept. */
function extrasOf(document: Fields, docketIds: readonly string[]): Record<string, unknown> {
  const kept = KEPT.map((name) => [name, nullableText(document, name)] as const).filter(
    ([, text]) => text !== null,
  )
  const corrections = textsOf(document, 'corrections').map(numberInAddress)
  const commentDocument = regulationsGovId(document)
  const president = memberOf(document, 'president', 'name')
  return {
    ...Object.fromEntries(kept),
    ...(docketIds.length > 0 && { docket_ids_as_printed: [...docketIds] }),
    ...(corrections.length > 0 && { corrections }),
    ...(president !== null && { president }),
    ...(commentDocument !== null && { regulations_gov_document_id: commentDocument }),
    ...(looseText(document, 'volume') !== '' && { volume: looseText(document, 'volume') }),
  }
}

/** The one regulations.gov document that the record names; there may be more. */
const regulationsGovId = (document: Fields): string | null =>
  memberOf(document, 'regulations_dot_gov_info', 'document_id')

function memberOf(document: Fields, name: string, member: string): string | null {
  const value = document[name]
  return typeof value === 'object' && value !== null ? nullableText(value as Fields, member) : null
}
