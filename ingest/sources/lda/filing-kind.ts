import type { FilingKind } from '../../../schemas/vocabulary/advocacy.ts'

/**
 * The kind of a filing by its printed type, in each of their spellings: `MID-YEAR TERMINATION AMENDMENT (NO ACTIVITY)`,
 * `1st Quarter - Termination`, `Registration`. An amendment of a termination is an amendment: it replaces a filing.
 */
export function filingKind(type: string): FilingKind {
  if (/\bAMEND/iu.test(type)) return 'amendment'
  if (/\bTERM/iu.test(type)) return 'termination'
  return /\bREGISTRATION\b/iu.test(type) ? 'registration' : 'report'
}
