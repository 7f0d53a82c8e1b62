import { LegislogError } from '../../../schemas/errors.ts'
import { findJurisdiction, type JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'

/** Scrapers that write a day as midnight in another zone than the one where the legislature sits. */
const scraperZones: Readonly<Record<string, string>> = { al: 'America/New_York' }

/** The jurisdiction with the zone of its scraper's clock, by which a time becomes a day. */
export function requireJurisdiction(field: string, name: string): JurisdictionEntry {
  const entry = findJurisdiction(name)
  if (entry === undefined)
    throw new LegislogError('jurisdiction_unknown', `${field} is ${JSON.stringify(name)}`)
  const timeZone = scraperZones[entry.abbreviation]
  return timeZone === undefined ? entry : { ...entry, time_zone: timeZone }
}
