import type { Queryable } from '../../../runtime/postgres/postgres.ts'

export type CopycatReport = {
  /** Bills with a text that was compared. */
  readonly compared_bills: number
  /** Pairs of a bill and a text that it shares passages with. */
  readonly shared_texts: number
  /** Models that bills are compared with. */
  readonly models: number
  /** The generation in use; 0 if nothing was learned yet. */
  readonly generation: number
}

export async function reportCopycats(database: Queryable): Promise<CopycatReport> {
  const { rows } = await database.query<CopycatReport>(
    `SELECT (SELECT count(*) FROM derive.compared_bill WHERE text IS NOT NULL) AS compared_bills,
       (SELECT count(*) FROM derive.shared_text) AS shared_texts,
       coalesce((SELECT max(p.models) FROM derive.copycat_position p), 0) AS models,
       coalesce((SELECT max(g.number) FROM derive.copycat_generation g), 0) AS generation`,
  )
  return rows[0]!
}
