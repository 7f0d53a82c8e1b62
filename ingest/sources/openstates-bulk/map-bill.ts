import { normalizeIdentifier } from '../../identity/bill-identifiers.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { requireJurisdiction } from '../mapping/jurisdiction.ts'
import { mapBill as mapScrapedBill } from '../openstates-scraper/map-bill.ts'
import type { Place } from '../openstates-scraper/place.ts'
import { type Fields, fieldsOf, invalid, nullableText } from '../records/fields.ts'
import { placeOf } from './place.ts'

type Sponsor = NonNullable<ObservationOf<'bill'>['parts']['sponsors']>[number]

/**
 * Maps a scraped bill as the formatter wrote it: without `_id` and `scraped_at`, but `_processing` has the
 * times of its files.
 */
export function mapBill(fields: Fields, startedAt: string, record: string): ObservationOf<'bill'> {
  const scrapedAt = writtenAt(fields) ?? startedAt
  const bill = mapScrapedBill({ ...fields, scraped_at: scrapedAt }, placeOfFolder(record), record)
  requireOwnFolder(bill, record)
  return { ...bill, parts: { ...bill.parts, sponsors: withBioguides(bill.parts.sponsors!, fields) } }
}

/** A scraper that was sent to the wrong page writes one bill into the folder of another. */
function requireOwnFolder({ jurisdiction, parts }: ObservationOf<'bill'>, record: string): void {
  const folder = /(?:^|\/)bills\/([^/]+)\/metadata\.json/u.exec(record)?.[1]
  const identifier = parts.core!.identifier
  if (folder === undefined) return
  if (normalizeIdentifier(jurisdiction, folder) === normalizeIdentifier(jurisdiction, identifier)) return
  throw invalid('identifier', identifier, `the bill of its folder, ${folder}`)
}

/** Gives the place by the record's folder, for records that do not name it. */
export function placeOfFolder(record: string): Place | undefined {
  const place = placeOf(record)
  if (place === undefined) return undefined
  return { jurisdiction: requireJurisdiction('folder', place.division_id), newest_at: null }
}

/** The newest file of the bill, RFC 3339. */
export function writtenAt(fields: Fields): string | null {
  return nullableText(fieldsOf(fields, '_processing'), 'logs_latest_update')
}

/**
 * Bills of Congress list ids separately from names: first the sponsors', then the cosponsors', in the order
 * of the names.
 */
function withBioguides(sponsors: readonly Sponsor[], fields: Fields): readonly Sponsor[] {
  const extras = fieldsOf(fields, 'extras')
  const primary = bioguides(extras.sponsor_bioguides)
  const others = bioguides(extras.cosponsor_bioguides)
  const named = {
    primary: sponsors.filter((one) => one.primary),
    others: sponsors.filter((one) => !one.primary),
  }
  // If the lengths differ, the missing id cannot be known.
  const ids = new Map([
    ...(named.primary.length === primary.length
      ? named.primary.map((one, at) => [one, primary[at]!] as const)
      : []),
    ...(named.others.length === others.length
      ? named.others.map((one, at) => [one, others[at]!] as const)
      : []),
  ])
  return sponsors.map((sponsor) => ({ ...sponsor, source_id: ids.get(sponsor) ?? sponsor.source_id }))
}

function bioguides(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((id) => typeof id === 'string' && BIOGUIDE.test(id)) : []
}

/** Ids of the Biographical Directory of Congress: a letter and six digits. */
export const BIOGUIDE = /^[A-Z]\d{6}$/u
