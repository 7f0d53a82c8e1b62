import { termNumber } from '../../../runtime/ranking/term-number.ts'

/** SQL for the impact of a word in a row of words `w`; 0 if the row does not have it. */
export const impactOf = (form: string): string =>
  `coalesce(w.impacts[array_position(w.terms, ${termNumber(form)}::bigint)], 0)`
