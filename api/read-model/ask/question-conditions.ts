import type { QuestionFilters } from '../../question/fact.ts'
import type { Bindings } from '../../read-schema/bindings.ts'
import { filterConditions } from '../bills/bill-filters.ts'
import { sponsoredBy } from '../people/sponsored-by.ts'

/** SQL conditions on `t`, the bills of a read schema, for the facts of a question. */
export function questionConditions(
  filters: QuestionFilters,
  { schema, bind }: { readonly schema: string; readonly bind: Bindings['bind'] },
): string[] {
  const { identifiers, introduced_since, introduced_before, sponsors, sessions, years } = filters
  const conditions = filterConditions(
    {
      identifiers: identifiers.length === 0 ? undefined : identifiers,
      introduced_since: introduced_since ?? undefined,
    },
    { schema, bind },
  )
  const anyOf = (column: string, values: readonly string[]) => {
    if (values.length > 0) conditions.push(`t.${column} = ANY (${bind(values)}::text[])`)
  }
  anyOf('jurisdiction', filters.jurisdictions)
  anyOf('chamber', filters.chambers)
  anyOf('status', filters.statuses)
  if (sessions.length > 0) {
    // Some places print more than the number: `57th-2nd-regular`.
    conditions.push(`(t.session = ANY (${bind(sessions)}::text[])
      OR split_part(t.session, '-', 1) = ANY (${bind(sessions.filter((one) => !one.includes('-')))}::text[]))`)
  }
  if (years.length > 0) {
    // A bill without a day belongs to the years that its session names.
    conditions.push(`(extract(year FROM t.entered_on) = ANY (${bind(years)}::int[])
      OR t.entered_on IS NULL AND t.session ~ ${bind(years.join('|'))})`)
  }
  if (introduced_before !== null) conditions.push(`t.entered_on < ${bind(introduced_before)}::date`)
  if (sponsors.length > 0) {
    const named = sponsors.map((name) => `t.id IN (${sponsoredBy({ name }, schema, bind)})`)
    conditions.push(`(${named.join(' OR ')})`)
  }
  return [...conditions, 'NOT t.deleted']
}
