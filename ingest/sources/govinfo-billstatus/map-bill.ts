import { isReservedNumber } from '../../identity/reserved-numbers.ts'
import type { BillParts, ObservationOf } from '../../source-interface/observation.ts'
import { CONGRESS, type CongressBill, congressBill } from '../congress/congress-numbers.ts'
import { createLeftOut, type LeftOut } from '../mapping/left-out.ts'
import { webAddress } from '../mapping/web-address.ts'
import { type Fields, looseText, nullableText, textOf } from '../records/fields.ts'
import { elementOf, itemsOf } from '../records/xml.ts'
import { mapActions } from './map-actions.ts'
import { mapExtras, policyAreaOf, summariesOf } from './map-extras.ts'
import { mapSponsors } from './map-sponsors.ts'
import { mapVersions } from './map-versions.ts'
import { plainText } from './plain-text.ts'

/**
 * A number that the House or Senate reserves for its leaders, or has not used. It has a document but is not a
 * bill yet.
 */
export function isReserved(document: Fields): boolean {
  const bill = elementOf(document, 'billStatus', 'bill')
  if (/^true$/iu.test(looseText(bill, 'isReserved'))) return true
  const type = looseText(bill, 'type') || looseText(bill, 'billType')
  // Its actions show that the bill exists, so a missing title is an error.
  if (type === '' || itemsOf(bill, 'actions/item').length > 0) return false
  return isReservedNumber({
    abbreviation: CONGRESS.abbreviation,
    normalized_identifier: type,
    title: looseText(bill, 'title'),
    sponsors: itemsOf(bill, 'sponsors/item').length,
    versions: mapVersions(bill, createLeftOut()).length,
  })
}

export function mapBill(document: Fields, readAt: string, record: string): ObservationOf<'bill'> {
  const bill = elementOf(document, 'billStatus', 'bill')
  const type = nullableText(bill, 'type') ?? textOf(bill, 'billType')
  const number = nullableText(bill, 'number') ?? textOf(bill, 'billNumber')
  const named = congressBill(textOf(bill, 'congress'), type, number)
  const leftOut = createLeftOut()
  const lists = {
    actions: mapActions(bill, leftOut),
    sponsors: mapSponsors(bill, named.congress, leftOut),
    versions: mapVersions(bill, leftOut),
    documents: [],
    related_bills: relatedOf(bill, leftOut),
  }
  return {
    entity: 'bill',
    key: named.key,
    discriminator: null,
    ocd_id: null,
    jurisdiction: CONGRESS.division_id,
    observed_at: observedAt(bill) ?? readAt,
    schema_rank: rankOf(document, bill),
    parts: { core: coreOf(bill, named, leftOut), ...lists },
    bill: null,
    aliases: [{ scheme: 'congress', value: named.alias }],
    removed: null,
    record,
  }
}

/** `updateDate` leaves out changes of the text. */
function observedAt(bill: Fields): string | undefined {
  const dates = [looseText(bill, 'updateDate'), looseText(bill, 'updateDateIncludingText')]
  return dates
    .filter((date) => date !== '')
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)
}

/** Legacy, version 1 or version 3, detected by the layout, because the version is sometimes missing. */
function rankOf(document: Fields, bill: Fields): number {
  if (bill.number !== undefined) return 3
  const version = nullableText(bill, 'version') ?? nullableText(elementOf(document, 'billStatus'), 'version')
  return version === null ? 1 : 2
}

function coreOf(bill: Fields, named: CongressBill, leftOut: LeftOut): BillParts['core'] {
  const titles = titlesOf(bill, leftOut)
  const origin = nullableText(bill, 'originChamber')
  return {
    jurisdiction: CONGRESS.division_id,
    session: named.congress,
    identifier: named.identifier,
    chamber: origin === null ? named.chamber : origin === 'Senate' ? 'upper' : 'lower',
    title: nullableText(bill, 'title') ?? mainTitle(titles),
    classification: [named.classification],
    subjects: subjectsOf(bill, leftOut),
    abstracts: summariesOf(bill).map((item) => ({
      abstract: plainText(looseText(item, 'text')),
      note: looseText(item, 'actionDesc') || looseText(item, 'name'),
    })),
    other_titles: titles,
    other_identifiers: [],
    citations: leftOut.items('laws', itemsOf(bill, 'laws/item'), (item) => ({
      publication: looseText(item, 'type'),
      citation: textOf(item, 'number'),
      citation_type: 'final',
      effective: null,
      expires: null,
      url: null,
    })),
    sources: [{ url: sourceAddress(named), note: 'BILLSTATUS' }],
    extras: { ...mapExtras(bill), ...leftOut.extras() },
  }
}

function sourceAddress({ congress, type, number }: CongressBill): string {
  const kind = type.toLowerCase()
  return webAddress(
    `https://www.govinfo.gov/bulkdata/BILLSTATUS/${congress}/${kind}/BILLSTATUS-${congress}${kind}${number}.xml`,
  )
}

/** A title is listed once for each chamber that passed it. The first of equal titles is kept. */
function titlesOf(bill: Fields, leftOut: LeftOut): BillParts['core']['other_titles'] {
  const titles = leftOut.items('titles', itemsOf(bill, 'titles/item'), (item) => ({
    title: textOf(item, 'title'),
    note: looseText(item, 'titleType'),
  }))
  return [...new Map(titles.map((one) => [JSON.stringify(one), one])).values()]
}

/** Substitutes for a missing title, best first. Empty if no title is listed. */
const MAIN_TITLES = [/^official title as introduced/iu, /^display/iu, /^official/iu, /^short/iu, /^/u]

function mainTitle(titles: BillParts['core']['other_titles']): string {
  const best = MAIN_TITLES.map((kind) => titles.find(({ note }) => kind.test(note)))
  return best.find((one) => one !== undefined)?.title ?? ''
}

function subjectsOf(bill: Fields, leftOut: LeftOut): string[] {
  const items = itemsOf(
    bill,
    'subjects/legislativeSubjects/item',
    'subjects/billSubjects/legislativeSubjects/item',
    'subjects/billSubjects/otherSubjects/item',
  )
  const subjects = leftOut.items('subjects', items, (item) => textOf(item, 'name'))
  const area = policyAreaOf(bill)
  return [...new Set(area === null ? subjects : [...subjects, area])]
}

function relatedOf(bill: Fields, leftOut: LeftOut): BillParts['related_bills'][number][] {
  return leftOut.items('related_bills', itemsOf(bill, 'relatedBills/item'), (item) => ({
    identifier: `${textOf(item, 'type')} ${textOf(item, 'number')}`,
    session: textOf(item, 'congress'),
    relation_type: itemsOf(item, 'relationshipDetails/item').some(
      (detail) => detail.type === 'Identical bill',
    )
      ? 'companion'
      : 'related',
  }))
}
