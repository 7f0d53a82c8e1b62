import { regulationCondition } from '../../../projections/projectors/content/regulation-content.ts'
import { filterLexeme } from '../../../runtime/ranking/filter-lexeme.ts'
import { dayOrInfinity } from '../../paging/page-select.ts'
import type { ExactSearch } from '../ranking/exact-search.ts'
import { filterConditions, type RegulationFilters } from './regulation-filters.ts'

/** About the share of documents that a state or a range of days leaves. It decides the cost, never the order. */
const SHARE_OF_FILTER = 0.2

/** Turns the filters of regulations into lexemes that the index of words has, and conditions for the others. */
export function regulationScope(
  { q: _q, ...all }: RegulationFilters,
  today: string,
): Pick<
  ExactSearch,
  'table' | 'order' | 'day' | 'filters' | 'unwanted' | 'share' | 'is_planned_once' | 'from'
> {
  const { jurisdiction, type, agency, docket, rin, ...joined } = all
  const values = { jurisdiction, type, agency, docket: docket?.toUpperCase(), rin: rin?.toUpperCase() }
  const names = Object.keys(values) as (keyof typeof values)[]
  const filters = names.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [filterLexeme(regulationCondition(name, value))]
  })
  const others = Object.values(joined).filter((value) => value !== undefined).length
  return {
    table: 'regulation_words',
    order: 'word_score',
    day: dayOrInfinity('w.day'),
    filters,
    unwanted: [],
    share: SHARE_OF_FILTER ** others,
    is_planned_once: true,
    from({ schema, bind }) {
      const words = `${schema}.regulation_words w`
      if (others === 0) return { from: words, conditions: ['NOT w.deleted'] }
      return {
        from: `${words} JOIN ${schema}.regulations t ON t.id = w.id`,
        conditions: ['NOT w.deleted', ...filterConditions(joined, { bind, today })],
      }
    },
  }
}
