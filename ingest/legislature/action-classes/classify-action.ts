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

/** Open States classes of an action by its words (of Congress also by its code); none where nothing is known of them. */
export function classifyAction({ division_id, description, code = '' }: ActionToClassify): ActionClass[] {
  const place = findJurisdiction(division_id)?.abbreviation ?? ''
  if (place === 'us') return [...classifyCongressAction(code, description)]
  const own = readRules(places[place] ?? [], description)
  if (own.is_decided) return own.classes
  return [...new Set([...own.classes, ...readRules(phrases, description).classes])]
}

/** The source's own classes where it gives any, else those of the words. */
export function fillClasses(given: readonly string[], action: ActionToClassify): string[] {
  return given.length > 0 ? [...new Set(given)] : classifyAction(action)
}
