import { LegislogError } from '../../schemas/errors.ts'
import { normalizeDivisionId, topOfDivision } from '../../schemas/vocabulary/division-id.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

/** The division id of a place that a person names by postal code, name or division id. Throws `usage`. */
export function divisionOf(place: string): string {
  const found = findJurisdiction(place)
  if (found !== undefined) return found.division_id
  // A city or a district: of a state or territory that there is.
  const id = normalizeDivisionId(place)
  if (id !== undefined && findJurisdiction(topOfDivision(id)) !== undefined) return id
  throw new LegislogError('usage', `no jurisdiction is called ${JSON.stringify(place)}`)
}
