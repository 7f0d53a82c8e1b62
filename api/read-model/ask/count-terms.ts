import { TIERS } from '../../../runtime/ranking/impact-tiers.ts'
import { weightOf } from '../../../runtime/ranking/word-weight.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import type { AskedTerm, Concept } from './asked-words.ts'

/** A term with the number of bills that have it. */
export type CountedTerm = AskedTerm & {
  readonly bills: number
  /** About how many bills reach each tier of it; empty if that is unknown, as for phrases. */
  readonly tiers: readonly number[]
  /** Its weight in the score. */
  readonly weight: number
}
export type CountedConcept = {
  readonly words: readonly CountedTerm[]
  readonly synonyms: readonly CountedTerm[]
}

/** A count of a term that the last count of words lacks ends here. */
const MAX_COUNTED = 20_000

type Row = {
  readonly id: number
  readonly query: string
  readonly all_rows: number
  readonly sampled: number | null
  readonly rows: number | null
  readonly tiers: readonly number[] | null
  readonly bills: number
}

/** Reads how many bills have each term: from the last count of words, else from the index. */
export async function countTerms(
  model: ReadModel,
  concepts: readonly Concept[],
): Promise<readonly CountedConcept[]> {
  const terms = new Map(
    concepts.flatMap(({ words, synonyms }) => [...words, ...synonyms].map((term) => [term.query, term])),
  )
  const formOf = ({ forms }: AskedTerm) => (forms.length === 1 ? forms[0]! : null)
  const { rows } = await model.read<Row>(
    (schema, bind) => `
      SELECT 1 AS id, asked.query, n.sampled, f.rows, f.tiers, counted.bills,
        coalesce(n.rows, (SELECT reltuples FROM pg_class WHERE oid = '${schema}.bill_words'::regclass)) AS all_rows
      FROM unnest(${bind([...terms.keys()])}::text[], ${bind([...terms.values()].map(formOf))}::text[]) asked (query, form)
      LEFT JOIN search.word_count n ON n.is_live AND n.counted_table = 'bill_words'
      LEFT JOIN search.word_frequency f ON f.count_number = n.number AND f.word = asked.form
      CROSS JOIN LATERAL (SELECT count(*) AS bills FROM (
        SELECT FROM ${schema}.bill_words w
        WHERE f.word IS NULL AND w.words @@ asked.query::tsquery AND NOT w.deleted LIMIT ${MAX_COUNTED}
      ) found) counted`,
    { custom_plan: true },
  )
  const byQuery = new Map(rows.map((row) => [row.query, row]))
  const counted = (list: readonly AskedTerm[]) =>
    list.map((term) => countedTerm(term, byQuery.get(term.query)))
  return concepts.map(({ words, synonyms }) => ({ words: counted(words), synonyms: counted(synonyms) }))
}

function countedTerm(term: AskedTerm, row: Row | undefined): CountedTerm {
  const scale = row?.sampled == null ? 1 : row.all_rows / Math.max(1, row.sampled)
  const bills = row?.rows == null ? (row?.bills ?? 0) : row.rows * scale
  const tiers = row?.tiers == null ? [] : TIERS.map((_, tier) => (row.tiers?.[tier] ?? 0) * scale)
  return {
    ...term,
    bills,
    tiers,
    weight: weightOf({ rows: bills, among: Math.max(bills, row?.all_rows ?? 0) }),
  }
}
