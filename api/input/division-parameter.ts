import { normalizeDivisionId } from '../../schemas/vocabulary/division-id.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { invalidParameter, problem } from '../http/problem.ts'
import { shownValue } from './accepted-values.ts'

const WANTED = 'a division id such as ocd-division/country:us/state:wa/sldu:5'
/** Lists also show our own ids of divisions: `ocd-division/<uuid>`. */
const OWN_ID = /^ocd-division\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Gives the division id for a lookup, in the specification's form. The text may be any spelling of the open
 * standard or the name of a jurisdiction. Names that only a list has (a riding's old number, a constituency's
 * name) are aliases, which `divisionSelect` looks up.
 */
function divisionOf(text: string): string | undefined {
  const ownId = text.toLowerCase()
  if (OWN_ID.test(ownId)) return ownId
  return findJurisdiction(text)?.division_id ?? normalizeDivisionId(text)
}

export function divisionParameter(name: string, text: string): string {
  const id = divisionOf(text)
  if (id !== undefined) return id
  throw invalidParameter(name, `${name} is ${shownValue(text)}; it must be ${WANTED}.`)
}

export function divisionInPath(text: string): string {
  const id = divisionOf(text)
  if (id !== undefined) return id
  throw problem(400, 'invalid_id', `id is ${shownValue(text)}; it must be ${WANTED}.`)
}
