import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import type { ActionClass } from '../../../schemas/vocabulary/vocabulary.ts'
import { classifyCongressAction } from './congress-rules.ts'
import { phrases } from './phrases.ts'
import { places } from './place-rules.ts'
import { readRules } from './rule.ts'

export type ActionToClassify = {
  readonly division_id: string
  readonly chamber: string | null
  readonly description: string
  /** The action code of BILLSTATUS and of unitedstates/congress; only Congress has one. */
  readonly code?: string
}

/**
 * Gives an action's Open States classes by its words, and for Congress also by its code. Gives none if no
 * rule fits.
 */
export function classifyAction({ division_id, description, code = '' }: ActionToClassify): ActionClass[] {
  const place = findJurisdiction(division_id)?.abbreviation ?? ''
  if (place === 'us') return [...classifyCongressAction(code, description)]
  const own = readRules(places[place] ?? [], description)
  if (own.is_decided) return own.classes
  return [...new Set([...own.classes, ...readRules(phrases, description).classes])]
}

/** Gives the source's own classes. If it has none, the words of the action decide. */
export function fillClasses(given: readonly string[], action: ActionToClassify): string[] {
  return given.length > 0 ? [...new Set(given)] : classifyAction(action)
}
