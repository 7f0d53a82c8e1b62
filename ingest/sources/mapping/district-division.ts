import { normalizeDivisionId, slugDivision } from '../../../schemas/vocabulary/division-id.ts'
import { findJurisdiction, type JurisdictionEntry } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'

const TIER: Readonly<Record<Chamber, string>> = { upper: 'sldu', lower: 'sldl', legislature: 'sldu' }

/**
 * Gives the division for which a member is elected: `sldl:chittenden-17` for `Chittenden-17`. null if it is
 * unknown.
 */
export function divisionOfDistrict(
  jurisdiction: JurisdictionEntry,
  chamber: Chamber | null,
  district: string | null,
): string | null {
  if (chamber === null || district === null) return null
  if (jurisdiction.abbreviation === 'us') return divisionOfCongress(chamber, district)
  if (jurisdiction.abbreviation === 'dc') return divisionOfCouncil(jurisdiction, district)
  const spelled = spellings[jurisdiction.abbreviation]?.(district, chamber) ?? district
  return normalizeDivisionId(`${jurisdiction.division_id}/${TIER[chamber]}:${slug(spelled)}`) ?? null
}

/** Names of districts that are spelled differently in ids, by postal code. */
const spellings: Readonly<Record<string, (district: string, chamber: Chamber) => string>> = {
  // Two seats share a district: 16A and 16B are elected in 16.
  id: (district, chamber) => (chamber === 'lower' ? district.replace(/^(\d+)[AB]$/u, '$1') : district),
  ma: (district) =>
    district.replace(/^(?:first|second|third|fourth|fifth)\b/iu, (word) => ORDINALS[word.toLowerCase()]!),
  pr: (district) => String(ROMAN[district] ?? district),
}
const ORDINALS: Readonly<Record<string, string>> = {
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
}
const ROMAN: Readonly<Record<string, number>> = { I: 1, II: 2, III: 3, IV: 4, V: 5, VI: 6, VII: 7, VIII: 8 }

/** An id has no apostrophes or commas. Hyphens between counties stay. */
const slug = (district: string): string => slugDivision(district).replace(/[^\p{L}\p{N}_.~-]/gu, '')

/** A senator's district is the name of the state, a representative's `FL-4` or `VT-AL`. */
function divisionOfCongress(chamber: Chamber, district: string): string | null {
  if (chamber === 'upper') return findJurisdiction(district)?.division_id ?? null
  const match = /^([A-Z]{2})-(AL|\d+)$/u.exec(district)
  const state = match === null ? undefined : findJurisdiction(match[1]!)
  if (match === null || state === undefined) return null
  return normalizeDivisionId(`${state.division_id}/cd:${match[2] === 'AL' ? 'at-large' : match[2]}`) ?? null
}

/** Each ward elects one member. The whole District elects the others and the chairman. */
function divisionOfCouncil({ division_id }: JurisdictionEntry, district: string): string {
  const ward = /^ward (\d+)$/iu.exec(district)?.[1]
  return ward === undefined ? division_id : `${division_id}/ward:${ward}`
}

/** `ocd-jurisdiction/country:us/state:wa/place:seattle/government` governs `…/state:wa/place:seattle`. */
export function divisionOfJurisdiction(jurisdictionId: string): string | undefined {
  const entry = findJurisdiction(jurisdictionId)
  if (entry !== undefined) return entry.division_id
  const place = /^ocd-jurisdiction\/(.+)\/[^/:]+$/u.exec(jurisdictionId)?.[1]
  return place === undefined ? undefined : normalizeDivisionId(`ocd-division/${place}`)
}
