import type { Database, Queryable } from '../../../runtime/postgres/postgres.ts'

/** The phase of a rebuild. `swap` also means that it waits to be swapped. */
export type RebuildPhase = 'load' | 'index' | 'catch_up' | 'compare' | 'swap' | 'done' | 'abandoned'

/** Offsets by `topic:partition`. */
export type Spans = Readonly<Record<string, string>>

export type RebuildRecord = {
  readonly id: number
  readonly read_schema: string
  readonly code: string
  readonly phase: RebuildPhase
  readonly until_at: string | null
  readonly spans: Spans
  readonly report: SwapPlan | null
  readonly error: string | null
  readonly started_at: string
  readonly ended_at: string | null
}

/** The changes that a swap announces, from the comparison; a rollback has them too. */
export type SwapPlan = {
  /** The read schema that it was compared with. null if there was none. */
  readonly live: string | null
  /** True if the same code made both. */
  readonly is_same_code: boolean
  /** Entities with different rows: readers of changes must get them. */
  readonly changed_ids: readonly number[]
  /** Too much has changed, or rows are gone: readers must load everything again. */
  readonly opens_feed: boolean
  /** Rows may differ from here on without the comparison having seen them. */
  readonly compared_at: string
}

const COLUMNS = `id, read_schema, code, phase, until_at, spans, report, error, started_at, ended_at`

export async function findUnfinished(database: Database): Promise<RebuildRecord | undefined> {
  const { rows } = await database.query<RebuildRecord>(
    `SELECT ${COLUMNS} FROM control.rebuild WHERE ended_at IS NULL`,
  )
  return rows[0]
}

/** The last rebuild that created one of two read schemas and compared it with the other. */
export async function findRebuildBetween(
  client: Queryable,
  one: string,
  other: string,
): Promise<RebuildRecord | undefined> {
  const { rows } = await client.query<RebuildRecord>(
    `SELECT ${COLUMNS} FROM control.rebuild
     WHERE (read_schema, report->>'live') IN (($1, $2), ($2, $1)) ORDER BY id DESC LIMIT 1`,
    [one, other],
  )
  return rows[0]
}

export async function movePhase(database: Database, id: number, phase: RebuildPhase): Promise<void> {
  await database.query(
    `UPDATE control.rebuild SET phase = $2, phase_at = now(), error = NULL,
       ended_at = CASE WHEN $2 IN ('done', 'abandoned') THEN now() END
     WHERE id = $1 AND ended_at IS NULL`,
    [id, phase],
  )
}

export async function notePlan(database: Database, id: number, plan: SwapPlan): Promise<void> {
  await database.query('UPDATE control.rebuild SET report = $2 WHERE id = $1', [id, JSON.stringify(plan)])
}

export async function noteError(database: Database, id: number, error: string): Promise<void> {
  await database.query('UPDATE control.rebuild SET error = $2 WHERE id = $1 AND ended_at IS NULL', [
    id,
    error.slice(0, 10_000),
  ])
}
