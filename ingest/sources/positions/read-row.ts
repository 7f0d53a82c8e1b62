import type { AdvocacyPosition } from '../../../schemas/event-bodies/advocacy.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { isWebLink } from '../../../schemas/values/web-link.ts'
import {
  type AdvocacyOrganizationType,
  advocacyOrganizationTypes,
  advocacyStances,
} from '../../../schemas/vocabulary/advocacy.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { normalizeIdentifier } from '../../identity/bill-identifiers.ts'
import { billKey, mintOcdId } from '../../identity/identity-keys.ts'
import { type NamedOrganization, partyOf } from '../advocacy/observe-advocacy.ts'
import { type Fields, invalid, nullableText, textOf } from '../records/fields.ts'

export type ReadRow = {
  readonly organization: NamedOrganization
  readonly position: AdvocacyPosition
  readonly jurisdiction: string
  /** Why the position is taken back. */
  readonly withdrawn: string | null
}

/** One line of the table. Throws `record_invalid` with the column and its value. */
export function readRow(fields: Fields): ReadRow {
  const place = textOf({ jurisdiction: nullableText(fields, 'jurisdiction') ?? 'us' }, 'jurisdiction')
  const jurisdiction = findJurisdiction(place)?.division_id
  if (jurisdiction === undefined)
    throw invalid('jurisdiction', place, 'a state, district or territory, or us')
  const organization = organizationOf(fields, jurisdiction)
  const { bill, regulation } = subjectOf(fields, jurisdiction)
  return {
    organization,
    position: {
      organization: partyOf(organization),
      bill,
      regulation,
      stance: wordOf(fields, 'position', advocacyStances),
      kind: 'published',
      stated_on: dayIn(fields),
      title: nullableText(fields, 'title'),
      quote: nullableText(fields, 'quote'),
      source_url: linkOf(fields, 'source_url'),
    },
    jurisdiction,
    withdrawn: nullableText(fields, 'withdrawn'),
  }
}

/** `organization_id` is the id of another publisher: `us-lda client/50030-12`. Without it, the name is the id. */
function organizationOf(fields: Fields, jurisdiction: string): NamedOrganization {
  const name = textOf(fields, 'organization').trim()
  const id = nullableText(fields, 'organization_id')?.trim()
  const [, publisher, identifier] = id === undefined ? [] : (/^([a-z-]+) (\S.*)$/u.exec(id) ?? [])
  if (id !== undefined && identifier === undefined)
    throw invalid('organization_id', id, 'a publisher and its id such as us-lda client/50030-12')
  const url = nullableText(fields, 'organization_url')
  if (url !== null && !isWebLink(url)) throw invalid('organization_url', url, 'a web address')
  return {
    publisher: publisher ?? 'positions',
    identifier: identifier ?? `name ${name.replaceAll(/\s+/gu, ' ').toUpperCase()}`,
    name,
    jurisdiction,
    type: typeOf(fields),
    roles: ['speaker'],
    other_names: [],
    description: null,
    url,
    counts: null,
    sources: [],
  }
}

function typeOf(fields: Fields): AdvocacyOrganizationType | null {
  return nullableText(fields, 'organization_type') === null
    ? null
    : wordOf(fields, 'organization_type', advocacyOrganizationTypes)
}

function subjectOf(fields: Fields, jurisdiction: string): Pick<AdvocacyPosition, 'bill' | 'regulation'> {
  const printed = nullableText(fields, 'bill')?.trim() ?? null
  const number = nullableText(fields, 'regulation')?.trim() ?? null
  if (printed === null && number === null) throw invalid('bill', '', 'a number of a bill, or a regulation')
  if (printed !== null && number !== null) throw invalid('regulation', number, 'empty beside a bill')
  if (printed === null) return { bill: null, regulation: regulationOf(number!) }
  const session = textOf(fields, 'session').trim()
  const normalized = normalizeIdentifier(jurisdiction, printed)
  if (!/\d/u.test(printed) || normalized === '')
    throw invalid('bill', printed, 'a number of a bill such as HR 1234')
  const ocd_id = mintOcdId('bill', billKey(jurisdiction, session, normalized))
  return { bill: { ocd_id, jurisdiction, session, identifier: printed }, regulation: null }
}

function regulationOf(number: string): NonNullable<AdvocacyPosition['regulation']> {
  if (/^\d{4}-[A-Z]{2}\d{2}$/iu.test(number)) return { scheme: 'rin', number: number.toUpperCase() }
  if (/^(?:\d{4}-\d{4,6}|[A-Z]\d-\d{4,6})$/iu.test(number)) return { scheme: 'document_number', number }
  if (/^[A-Z][\w.]*(?:[-_][\w.]+)+$/u.test(number)) return { scheme: 'docket_id', number }
  throw invalid('regulation', number, 'a docket, a RIN or a number of the Federal Register')
}

function dayIn(fields: Fields): string {
  const printed = textOf(fields, 'date').trim()
  if (printed.length !== 10 || dayOf(printed) === null)
    throw invalid('date', printed, 'a day such as 2026-03-02')
  return printed
}

function linkOf(fields: Fields, name: string): string {
  const url = textOf(fields, name).trim()
  if (!isWebLink(url)) throw invalid(name, url, 'a web address')
  return url
}

function wordOf<W extends string>(fields: Fields, name: string, words: readonly W[]): W {
  const printed = textOf(fields, name).trim().toLowerCase()
  const word = words.find((one) => one === printed)
  if (word === undefined) throw invalid(name, fields[name], `one of ${words.join(', ')}`)
  return word
}
