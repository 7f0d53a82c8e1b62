import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type { Phase } from '../tables/similar-position.ts'

/** How far the lists of similar bills are made. */
export type SimilarReport = {
  /** null before the first bill. */
  readonly phase: Phase | null
  /** null: words alone. */
  readonly embedder: string | null
  readonly bills: number
  readonly lists: number
}

/** undefined if the tables are missing. */
export async function reportSimilar(database: Queryable): Promise<SimilarReport | undefined> {
  const { rows: there } = await database.query<{ is_there: boolean }>(
    "SELECT to_regclass('derive.similar_position') IS NOT NULL AS is_there",
  )
  if (there[0]?.is_there !== true) return undefined
  const { rows } = await database.query<SimilarReport>(
    `SELECT (SELECT phase FROM derive.similar_position) AS phase,
       (SELECT embedder FROM derive.similar_position) AS embedder,
       (SELECT count(*) FROM derive.similar_bill) AS bills, (SELECT count(*) FROM derive.similar_list) AS lists`,
  )
  return rows[0]!
}
