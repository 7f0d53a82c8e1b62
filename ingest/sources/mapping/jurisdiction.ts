import { LegislogError } from '../../../schemas/errors.ts'
import { findJurisdiction, type JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'

/** Zones of scrapers that write a day as midnight in a zone other than the legislature's. */
const scraperZones: Readonly<Record<string, string>> = { al: 'America/New_York' }

/** Gives the jurisdiction with its scraper's time zone, which turns a time into a day. */
export function requireJurisdiction(field: string, name: string): JurisdictionEntry {
  const entry = findJurisdiction(name)
  if (entry === undefined)
    throw new LegislogError('jurisdiction_unknown', `${field} is ${JSON.stringify(name)}`)
  const timeZone = scraperZones[entry.abbreviation]
  return timeZone === undefined ? entry : { ...entry, time_zone: timeZone }
}
