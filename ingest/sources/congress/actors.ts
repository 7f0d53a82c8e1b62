import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'

export type CongressActor = { readonly chamber: Chamber | null; readonly organization: string | null }

/**
 * The actor: a chamber or the President. `system` comes from BILLSTATUS (0 the Senate, 1 committees of the House, 2
 * its floor, 9 the Library) and is empty if it is missing.
 */
export function congressActor(system: string, code: string, text: string): CongressActor {
  const president = /^E|^(?:2[89]|3[169]|41)000$/u.test(code) || /by president|public law/iu.test(text)
  if (president) return { chamber: null, organization: 'executive' }
  return { chamber: chamberOf(system, code, text), organization: null }
}

function chamberOf(system: string, code: string, text: string): Chamber | null {
  if (system === '0') return 'upper'
  if (system === '1' || system === '2' || /^(?:H|Intro-H)/u.test(code)) return 'lower'
  // The Library numbers House actions below 10000 and Senate actions above, except for differences.
  if (code === '19500') return 'lower'
  if (code === '20500') return 'upper'
  if (/^\d{4}$/u.test(code)) return 'lower'
  if (/^1\d{4}$/u.test(code)) return 'upper'
  const named = /\b(house|senate)\b/iu.exec(text)?.[1]?.toLowerCase()
  return named === undefined ? null : named === 'senate' ? 'upper' : 'lower'
}
