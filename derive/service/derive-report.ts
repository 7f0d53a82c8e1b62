import { liveReadSchema } from '../../runtime/postgres/live-read-schema.ts'
import { type Database, inTransaction, type Queryable } from '../../runtime/postgres/postgres.ts'
import { readFollowed } from '../bills/changed-bills.ts'
import { type CopycatReport, reportCopycats } from '../copycats/store/copycat-report.ts'
import { type MentionReport, reportMentions } from '../mentions/fill/mention-report.ts'
import { allMethods } from '../methods/method-module.ts'
import { versionsOf } from './fill-bills.ts'
import { countModelWork } from './model-report.ts'

export type DeriveSummary = {
  /** How far the service has followed the changes of bills; null before its first bill. */
  readonly through: string | null
  /** Changed bills that it has not compared yet, counted up to 100,000. */
  readonly bills_to_do: number
  readonly failed_results: number
  /** Texts that a model is to write, counted up to 100,000. */
  readonly model_due: number
}

export type DeriveReport = DeriveSummary & {
  readonly read_schema: string | null
  readonly bills: number
  readonly summaries: number
  readonly results: readonly {
    readonly kind: string
    readonly results: number
    /** The size of the JSON. */
    readonly bytes: number
  }[]
  readonly copycats: CopycatReport
  readonly mentions: MentionReport
  /** The size of all tables in Postgres. */
  readonly table_bytes: number
  readonly failures: readonly {
    readonly kind: string
    readonly reason: string
    readonly results: number
    /** One of the bills. */
    readonly bill_id: number
    readonly retry_at: string
  }[]
}

/** More are not counted, so that `status` stays quick while all bills are to do. */
const MOST_COUNTED = 100_000

const nothing: DeriveSummary = { through: null, bills_to_do: 0, failed_results: 0, model_due: 0 }

/** undefined if the tables are missing. */
export async function summarizeDerived(database: Queryable): Promise<DeriveSummary | undefined> {
  const { rows: there } = await database.query<{ is_there: boolean }>(
    "SELECT to_regclass('derive.position') IS NOT NULL AS is_there",
  )
  if (there[0]?.is_there !== true) return undefined
  const { rows: failed } = await database.query<{ failed_results: number }>(
    'SELECT count(*) AS failed_results FROM derive.failed_result',
  )
  const { failed_results } = failed[0]!
  const model_due = await countModelWork(database)
  const followed = await readFollowed(database, versionsOf(allMethods))
  if (followed === undefined) return { through: null, bills_to_do: 0, failed_results, model_due }
  const { read_schema, position } = followed
  const { rows } = await database.query<{ bills_to_do: number }>(
    `SELECT count(*) AS bills_to_do FROM (
       SELECT FROM ${read_schema}.bills WHERE (updated_at, seq, id) > ($1, $2, $3) LIMIT ${MOST_COUNTED}) b`,
    [position.updated_at, position.seq, position.id],
  )
  const through = position.updated_at === '-infinity' ? null : position.updated_at
  return { through, bills_to_do: rows[0]!.bills_to_do, failed_results, model_due }
}

/** Reports what is derived, what is missing and what failed. */
export async function reportDerived(database: Database): Promise<DeriveReport> {
  const read_schema = (await liveReadSchema(database)) ?? null
  const summary = (await summarizeDerived(database)) ?? nothing
  const { rows: results } = await database.query<DeriveReport['results'][number]>(
    'SELECT kind, count(*) AS results, sum(bytes)::bigint AS bytes FROM derive.result GROUP BY kind ORDER BY kind',
  )
  const { rows: failures } = await database.query<DeriveReport['failures'][number]>(
    `SELECT kind, reason, count(*) AS results, min(bill_id) AS bill_id, min(retry_at) AS retry_at
     FROM derive.failed_result GROUP BY kind, reason ORDER BY count(*) DESC, kind, reason LIMIT 20`,
  )
  const { rows: sizes } = await database.query<{ summaries: number; table_bytes: number }>(
    `SELECT (SELECT count(*) FROM derive.bill_summary) AS summaries,
       (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
        WHERE c.relnamespace = 'derive'::regnamespace AND c.relkind = 'r') AS table_bytes`,
  )
  return {
    ...summary,
    read_schema,
    bills: await countBills(database, read_schema),
    ...sizes[0]!,
    copycats: await reportCopycats(database),
    mentions: await reportMentions(database),
    results,
    failures,
  }
}

async function countBills(database: Queryable, schema: string | null): Promise<number> {
  if (schema === null) return 0
  const { rows } = await database.query<{ bills: number }>(
    `SELECT count(*) AS bills FROM ${schema}.bills WHERE present AND NOT deleted`,
  )
  return rows[0]!.bills
}

/** Empties the tables of results. What a model was asked stays, because its answers cost money. Generations stay, so that the same rows come back. Objects stay in the object store, as all objects do. */
export async function dropDerived(database: Database): Promise<void> {
  await inTransaction(database, async (client) => {
    await client.query(`TRUNCATE derive.result, derive.bill_summary, derive.failed_result, derive.position,
        derive.compared_bill, derive.bill_shingle, derive.shared_text, derive.copycat_position, derive.vector,
        derive.similar_bill, derive.bill_vector, derive.similar_list, derive.similar_position,
        derive.organization_activity, derive.organization_summary, derive.counted_source,
        derive.organization_change, derive.organization_activity_position,
        derive.bill_mention, derive.regulation_mention, derive.mention_position`)
  })
}
