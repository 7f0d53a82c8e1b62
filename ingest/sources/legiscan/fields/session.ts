import type { JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import { identifierByRule } from '../../../legislature/sessions/session-names.ts'
import { specialNumber } from '../../../legislature/sessions/session-spelling.ts'
import { type Fields, fieldsOf, looseText, textOf } from '../../records/fields.ts'
import { flagOf, numberOf } from './values.ts'

export type LegiscanSession = {
  /** Open States' identifier if a rule knows it; if not, LegiScan's name. */
  readonly identifier: string
  readonly is_ruled: boolean
  readonly name: string
  readonly year_start: number
  readonly is_special: boolean
  readonly special_number: number
}

/** The session of a bill, or of a data set in a list of them. */
export function sessionOf(fields: Fields, { division_id }: JurisdictionEntry): LegiscanSession {
  const session = fields.session === undefined ? fields : fieldsOf(fields, 'session')
  const name = looseText(session, 'session_name') || textOf(session, 'session_title')
  const isSpecial = flagOf(session, 'special')
  const yearStart = numberOf(session, 'year_start')
  const yearEnd = numberOf(session, 'year_end')
  const identifier = identifierByRule(division_id, {
    year_start: yearStart,
    year_end: yearEnd,
    is_special: isSpecial,
    name,
  })
  return {
    identifier: identifier ?? name,
    is_ruled: identifier !== null,
    name,
    year_start: yearStart,
    is_special: isSpecial,
    special_number: isSpecial ? (specialNumber(name) ?? 1) : 0,
  }
}
