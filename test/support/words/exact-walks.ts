import type { PageRequest } from '../../../api/paging/page-select.ts'
import { readBestRows, type ScoredRow } from '../../../api/read-model/ranking/exact-ranking.ts'
import type { ExactSearch } from '../../../api/read-model/ranking/exact-search.ts'
import type { readWordWeights } from '../../../api/read-model/ranking/word-weights.ts'
import type { ReadModel } from '../../../api/read-schema/live-schema.ts'
import { termNumber } from '../../../runtime/ranking/term-number.ts'

/** The ids of every page of a walk over bills. `whole`: so few matches are ranked without tiers. */
export async function walkRanked(
  model: ReadModel,
  search: Omit<ExactSearch, 'shown'>,
  { limit, whole }: { readonly limit: number; readonly whole: number },
): Promise<number[]> {
  const request: Omit<PageRequest, 'after'> = {
    limit,
    bytes: 8_000_000,
    order: search.order,
    since: undefined,
    pinned: undefined,
    include_deleted: false,
  }
  const shown: ExactSearch['shown'] = ({ schema }) => ({
    columns: `r.id, '{}' AS item, w.title, w.identifiers, w.subjects, w.abstracts`,
    joins: `JOIN ${schema}.bill_words w ON w.id = r.id`,
  })
  const ids: number[] = []
  let after: PageRequest['after']
  for (;;) {
    const { rows, is_full } = await readBestRows<ScoredRow>(
      model,
      { ...request, after },
      { ...search, shown },
      whole,
    )
    const page = rows.slice(0, limit)
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    if (!is_full || last === undefined) return ids
    after = [last.count_number, last.score, last.day, last.id]
  }
}

/** The words of a match as they are stored. `day` is `-infinity` if there is none. */
export type StoredWords = {
  readonly id: number
  readonly day: string
  readonly terms: readonly number[]
  readonly impacts: readonly number[]
}

type Terms = Awaited<ReturnType<typeof readWordWeights>>['terms']

/** The ids of all matches in their order, each scored from its stored words. */
export function orderByScore(matches: readonly StoredWords[], terms: Terms): number[] {
  const scored = matches.map(({ id, day, terms: numbers, impacts }) => {
    const impactOf = (form: string) => impacts[numbers.indexOf(termNumber(form))] ?? 0
    return { id, day, score: terms.reduce((sum, { form, weight }) => sum + weight * impactOf(form), 0) }
  })
  const age = (day: string) => (day === '-infinity' ? '' : day)
  return scored
    .sort(
      (a, b) =>
        b.score - a.score || (age(a.day) < age(b.day) ? 1 : age(a.day) > age(b.day) ? -1 : b.id - a.id),
    )
    .map(({ id }) => id)
}
