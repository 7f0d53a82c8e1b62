import type { Queryable } from '../../runtime/postgres/postgres.ts'

/** What a model has written, and what it is to write. */
export type ModelReport = {
  /** Counts the tokens of this day in UTC that are used, or reserved for running requests. */
  readonly tokens_today: number
  readonly work: readonly {
    readonly kind: string
    /** Due now or later. */
    readonly due: number
    /** Handed to ingest, with nothing left out. */
    readonly written: number
    /** Done, but the rules refused all of it, or some levels of an explanation. */
    readonly refused: number
  }[]
  /** The most frequent reasons why a text waits for another attempt. */
  readonly waits: readonly { readonly reason: string; readonly texts: number }[]
}

/** More are not counted, so that `status` stays quick while all bills are due. */
const MOST_COUNTED = 100_000

/** Counts the texts that the model is to write, up to 100,000. 0 without a model, or if the table is missing. */
export async function countModelWork(database: Queryable): Promise<number> {
  const { rows: there } = await database.query<{ is_there: boolean }>(
    "SELECT to_regclass('derive.model_work') IS NOT NULL AS is_there",
  )
  if (there[0]?.is_there !== true) return 0
  const { rows } = await database.query<{ due: number }>(
    `SELECT count(*) AS due FROM (
       SELECT FROM derive.model_work WHERE due_at IS NOT NULL LIMIT ${MOST_COUNTED}) w`,
  )
  return rows[0]!.due
}

export async function reportModel(database: Queryable, now: Date): Promise<ModelReport> {
  const { rows: days } = await database.query<{ tokens: number }>(
    'SELECT tokens FROM derive.model_day WHERE day = $1',
    [now.toISOString().slice(0, 10)],
  )
  // An explanation that lacks some levels has a reason too, but only work without any text is refused.
  const { rows: work } = await database.query<ModelReport['work'][number]>(
    `SELECT kind, count(*) FILTER (WHERE due_at IS NOT NULL) AS due,
       count(*) FILTER (WHERE due_at IS NULL AND reason IS NULL) AS written,
       count(*) FILTER (WHERE due_at IS NULL AND reason IS NOT NULL) AS refused
     FROM derive.model_work GROUP BY kind ORDER BY kind`,
  )
  const { rows: waits } = await database.query<ModelReport['waits'][number]>(
    `SELECT reason, count(*) AS texts FROM derive.model_work WHERE due_at IS NOT NULL AND reason IS NOT NULL
     GROUP BY reason ORDER BY count(*) DESC, reason LIMIT 5`,
  )
  return { tokens_today: days[0]?.tokens ?? 0, work, waits }
}
