import { termNumber } from '../../../runtime/ranking/term-number.ts'
import type { Bindings } from '../../read-schema/bindings.ts'

/** SQL for the impact of a word in a row of words `w`; 0 if the row does not have it. */
export const impactOf = (form: string): string =>
  `coalesce(w.impacts[array_position(w.terms, ${termNumber(form)}::bigint)], 0)`

/** The same as a bound value, so that searches for other words have the same statement. */
export const boundImpactOf = (form: string, bind: Bindings['bind']): string =>
  `coalesce(w.impacts[array_position(w.terms, ${bind(termNumber(form))}::bigint)], 0)`
