import { LegislogError } from '../../../../schemas/errors.ts'
import { findJurisdiction, type JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { plainIdentifier } from '../../../identity/bill-designations.ts'
import { formerBillKeys, normalizeIdentifier } from '../../../identity/bill-identifiers.ts'
import { billKey } from '../../../identity/identity-keys.ts'
import type { BillParts, ObservationOf } from '../../../source-interface/observation.ts'
import { distinctFiles } from '../../mapping/distinct-files.ts'
import { createLeftOut, type LeftOut } from '../../mapping/left-out.ts'
import { webAddress } from '../../mapping/web-address.ts'
import {
  asFields,
  type Fields,
  invalid,
  listOf,
  looseText,
  nullableText,
  textOf,
} from '../../records/fields.ts'
import { bodyOf } from '../fields/chamber.ts'
import { billTypes } from '../fields/codes.ts'
import { legiscanStatuses } from '../fields/legiscan-status.ts'
import { type LegiscanSession, sessionOf } from '../fields/session.ts'
import { type DayContext, flagOf, idOf, nullableDay, nullableId, nullableNumber } from '../fields/values.ts'
import { classesOf, printedNumber } from './bill-number.ts'
import { mapActions } from './map-actions.ts'
import { mapDocuments, mapVersions } from './map-documents.ts'
import { mapRelated, mapSponsors, mapSubjects } from './map-sponsors.ts'

export type LegiscanBill = {
  readonly jurisdiction: JurisdictionEntry
  readonly session: LegiscanSession
  readonly bill_id: string
  readonly observation: ObservationOf<'bill'>
}

function jurisdictionOf(fields: Fields): JurisdictionEntry {
  const state = textOf(fields, 'state')
  const jurisdiction = findJurisdiction(state)
  if (jurisdiction === undefined)
    throw new LegislogError('jurisdiction_unknown', `state is ${JSON.stringify(state)}, which is unknown`)
  return jurisdiction
}

/**
 * Maps a bill in the fields of `getBill`; CSV sets are converted to them (read-tables.ts). If the record
 * lacks a list, it says nothing about that part. `change_hash` is not content: it also changes with facts
 * that do not belong to the bill.
 */
export function mapBill(
  fields: Fields,
  observedAt: string,
  schemaRank: number,
  record: string,
): LegiscanBill {
  const jurisdiction = jurisdictionOf(fields)
  const session = sessionOf(fields, jurisdiction)
  const billId = idOf(fields, 'bill_id')
  const { division_id } = jurisdiction
  const former = formerBillKeys(division_id, session.identifier, numberOf(fields, jurisdiction, session))
  const leftOut = createLeftOut()
  const core = coreOf(fields, jurisdiction, session, leftOut)
  const files = distinctFiles(
    fields.texts === undefined ? [] : mapVersions(fields, jurisdiction, leftOut),
    fields.supplements === undefined ? [] : mapDocuments(fields, jurisdiction, leftOut),
  )
  const isResolution = core.classification.some((word) => /resolution|memorial|commemoration/u.test(word))
  const lists = {
    ...(fields.history === undefined
      ? {}
      : { actions: mapActions(fields, jurisdiction, isResolution, leftOut) }),
    ...(fields.sponsors === undefined ? {} : { sponsors: mapSponsors(fields, jurisdiction, leftOut) }),
    ...(fields.texts === undefined ? {} : { versions: files.versions }),
    ...(fields.supplements === undefined ? {} : { documents: files.documents }),
    ...(fields.sasts === undefined
      ? {}
      : { related_bills: mapRelated(fields, jurisdiction, session, leftOut) }),
  }
  const extras = { ...core.extras, ...leftOut.extras() }
  const observation: ObservationOf<'bill'> = {
    entity: 'bill',
    key: keyOf(division_id, session.identifier, core.identifier),
    discriminator: null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at: observedAt,
    schema_rank: schemaRank,
    parts: { core: { ...core, extras }, ...lists },
    ...(former.length > 0 && { replaces: former }),
    bill: null,
    aliases: [{ scheme: 'legiscan', value: billId }],
    removed: null,
    record,
  }
  return { jurisdiction, session, bill_id: billId, observation }
}

function keyOf(divisionId: string, session: string, identifier: string): string {
  const normalized = normalizeIdentifier(divisionId, identifier)
  if (normalized === '') throw invalid('bill_number', identifier, 'a bill number')
  return billKey(divisionId, session, normalized)
}

function numberOf(fields: Fields, jurisdiction: JurisdictionEntry, session: LegiscanSession): string {
  const billTypeId = nullableId(fields, 'bill_type_id')
  const type = billTypeId === null ? null : (billTypes[billTypeId]?.abbreviation ?? null)
  return printedNumber(jurisdiction, session, textOf(fields, 'bill_number'), type)
}

function coreOf(
  fields: Fields,
  jurisdiction: JurisdictionEntry,
  session: LegiscanSession,
  leftOut: LeftOut,
): BillParts['core'] {
  const billNumber = textOf(fields, 'bill_number')
  const billTypeId = nullableId(fields, 'bill_type_id')
  const description = nullableText(fields, 'description')
  const title = nullableText(fields, 'title') ?? description ?? ''
  return {
    jurisdiction: jurisdiction.division_id,
    session: session.identifier,
    identifier: plainIdentifier(jurisdiction.division_id, numberOf(fields, jurisdiction, session)),
    chamber: bodyOf(nullableText(fields, 'body') ?? billNumber.slice(0, 1), jurisdiction).chamber,
    title,
    classification: [...classesOf(billTypeId, billNumber)],
    subjects: mapSubjects(fields),
    abstracts:
      description === null || description === title ? [] : [{ abstract: description, note: 'description' }],
    other_titles: [],
    other_identifiers: [],
    citations: [],
    sources: [
      { url: looseText(fields, 'state_link'), note: '' },
      { url: looseText(fields, 'url'), note: 'LegiScan' },
    ]
      .filter(({ url }) => url.trim() !== '')
      .map(({ url, note }) => ({ url: webAddress(url), note })),
    extras: extrasOf(fields, { time_zone: jurisdiction.time_zone, left_out: leftOut }),
  }
}

/** LegiScan's further facts under its own names, with codes in words. */
function extrasOf(fields: Fields, dates: DayContext): Record<string, unknown> {
  const status = nullableNumber(fields, 'status')
  const extras: Record<string, unknown> = {
    legiscan_status: status === null ? null : nameOf(status),
    legiscan_status_date: nullableDay(fields, 'status_date', dates),
    legiscan_committee: committeeOf(fields.committee),
  }
  if (fields.completed !== undefined) extras.legiscan_completed = flagOf(fields, 'completed')
  if (fields.progress !== undefined) {
    extras.legiscan_progress = listOf(fields, 'progress').map((item) => ({
      date: nullableDay(item, 'date', { ...dates, list: 'progress' }),
      event: nameOf(nullableNumber(item, 'event') ?? 0),
    }))
  }
  if (fields.referrals !== undefined) {
    extras.legiscan_referrals = listOf(fields, 'referrals').map((item) => ({
      date: nullableDay(item, 'date', { ...dates, list: 'referrals' }),
      committee: looseText(item, 'name'),
      chamber: looseText(item, 'chamber'),
    }))
  }
  if (fields.calendar !== undefined) {
    extras.legiscan_calendar = listOf(fields, 'calendar').map((item) => ({
      type: looseText(item, 'type'),
      date: nullableDay(item, 'date', { ...dates, list: 'calendar' }),
      time: looseText(item, 'time'),
      location: looseText(item, 'location'),
      description: looseText(item, 'description'),
    }))
  }
  return extras
}

const nameOf = (status: number): string =>
  (legiscanStatuses as Readonly<Record<number, string>>)[status] ?? String(status)

/** The committee that has the bill: an object, an empty list if there is no committee, or its name in CSV. */
function committeeOf(committee: unknown): string | null {
  if (committee === undefined || committee === null || Array.isArray(committee)) return null
  if (typeof committee === 'string') return committee.trim() === '' ? null : committee
  return nullableText(asFields(committee, 'committee'), 'name')
}
