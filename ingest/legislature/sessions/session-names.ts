import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { sessionRules } from './session-rules.ts'
import { type NamedSession, type SessionRule, specialNumber } from './session-spelling.ts'

export type { NamedSession } from './session-spelling.ts'

/**
 * Gives the Open States identifier of a session that another source names by its years, so that both sources
 * give a bill the same key. null if the place has no rule for such a session. The rules come from the
 * sessions that the Open States scrapers list (`legislative_sessions` of each place).
 */
export function identifierByRule(divisionId: string, session: NamedSession): string | null {
  const place = findJurisdiction(divisionId)?.abbreviation ?? ''
  const rule: SessionRule | undefined = sessionRules[place]
  if (rule === undefined) return null
  if (!session.is_special) return rule.regular(session)
  const number = specialNumber(session.name)
  return number === null ? (rule.unnumbered?.(session) ?? null) : (rule.special?.(session, number) ?? null)
}
