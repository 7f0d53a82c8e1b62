import { PAGE_COLUMNS, type PageRequest, weightWith, withinBytes } from '../../api/paging/page-select.ts'
import { filterConditions } from '../../api/read-model/bills/bill-filters.ts'
import { wordsQuery } from '../../api/read-model/ranking/word-matches.ts'
import type { ReadModel } from '../../api/read-schema/live-schema.ts'
import type { Search } from './kinds.ts'

const CLASS_SIZE = 200_000_000
const WEIGHT = weightWith('title', 'identifiers', 'subjects', 'abstracts')

/** The first page of a search in version 0.1.0: the newest thousand matches, ranked by ts_rank, title matches first. */
export async function searchWindows(
  model: ReadModel,
  page: PageRequest,
  { q, filters: { jurisdiction, ...others } }: Search,
): Promise<number[]> {
  const { rows } = await model.read<{ id: number }>(
    (schema, bind) => {
      const query = wordsQuery(q, bind)
      const conditions = [
        ...[`w.words @@ ${query}`, 'NOT t.deleted'],
        ...(jurisdiction === undefined ? [] : [`w.jurisdiction = ${bind(jurisdiction)}`]),
        ...filterConditions(others, { schema, bind }),
      ]
      const shown = `
        SELECT ${PAGE_COLUMNS}, t.ocd_id, t.latest_action::text AS latest_action, w.title, w.identifiers, w.subjects,
          w.abstracts
        FROM best r JOIN ${schema}.bills t ON t.id = r.id JOIN ${schema}.bill_words w ON w.id = r.id
        ORDER BY r.score DESC, r.day DESC, r.id DESC`
      return `
        WITH best AS (
          SELECT c.id, c.day, ${scoreOf(query)} AS score FROM (
            SELECT w.id, coalesce(w.entered_on, '-infinity') AS day, w.words
            FROM ${schema}.bill_words w JOIN ${schema}.bills t ON t.id = w.id WHERE ${conditions.join(' AND ')}
            ORDER BY coalesce(w.entered_on, '-infinity') DESC, w.id DESC LIMIT 1000
          ) c ORDER BY score DESC, c.day DESC, c.id DESC LIMIT ${bind(page.limit + 1)}
        )
        ${withinBytes(page, shown, WEIGHT, bind)}`
    },
    { custom_plan: true },
  )
  return rows.map(({ id }) => id)
}

const scoreOf = (query: string): string => `
  CASE WHEN ts_filter(c.words, '{a}') @@ ${query} THEN 3 WHEN ts_filter(c.words, '{a,b}') @@ ${query} THEN 2 ELSE 1 END
    * ${CLASS_SIZE} + least(round(ts_rank(c.words, ${query}, 1) * ${CLASS_SIZE}), ${CLASS_SIZE - 1})::integer`
