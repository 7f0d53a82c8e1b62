import { joined } from '../../read-schema/json-text.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type SummaryColumns, summaryColumns } from './bill-summary.ts'
import { type BillState, nextChamber } from './next-chamber.ts'
import { type StoredSummaries, withStoredSummaries } from './stored-summaries.ts'

/** The columns that the answer for one bill has in addition to those of a list. */
export type BillExtras = BillState &
  SummaryColumns & {
    readonly id: number
    readonly progress: string | null
    readonly related_bills: string | null
    readonly first_action_date: string | null
    readonly latest_passage_date: string | null
    readonly actions: number
    readonly sponsors: number
    readonly withdrawn_sponsors: number
    readonly votes: number
    readonly versions: number
    readonly documents: number
  }

/** Columns of a bill that its summary derives from. */
export const SOURCE_COLUMNS = ['jurisdiction', 'session', 'identifier', 'title', 'subjects']

/** The stored bill that a related bill of `bill` names: the oldest one that has the number. */
const storedBill = (schema: string, bill: string): string => `(
  SELECT json_build_object('id', b.id, 'ocd_id', b.ocd_id)::text FROM ${schema}.bills b
  WHERE b.identifier_key = p.identifier_key AND b.jurisdiction = ${bill}.jurisdiction AND b.session = p.session
    AND b.present AND NOT b.deleted ORDER BY b.id LIMIT 1)`

/** The `FROM` item `extras` with these columns, of the row `bill` with the columns `id` and `jurisdiction` of a bill. */
export function extrasOf(schema: string, bill: string, summaries: StoredSummaries): string {
  const parts = (table: string) => `FROM ${schema}.${table} p WHERE p.bill_id = ${bill}.id AND NOT p.deleted`
  const count = (table: string, condition = 'true') =>
    `(SELECT count(*)::integer ${parts(table)} AND ${condition})`
  return `LATERAL (
    SELECT
      (SELECT d.detail::text FROM ${schema}.bill_details d WHERE d.bill_id = ${bill}.id) AS detail,
      (SELECT s.status->>'progress' FROM ${schema}.bill_statuses s WHERE s.bill_id = ${bill}.id) AS progress,
      (SELECT '[' || string_agg(left(p.item::text, -1) || ',"bill":' || coalesce(${storedBill(schema, bill)}, 'null') || '}',
          ',' ORDER BY p.position, p.id) || ']' ${parts('related_bills')}) AS related_bills,
      acts.actions, acts.first_action_date, acts.latest_passage_date, ${count('bill_sponsors')} AS sponsors,
      ${count('bill_sponsors', "p.item->>'withdrawn_on' IS NOT NULL")} AS withdrawn_sponsors, ${count('votes')} AS votes,
      ${count('bill_versions', "p.kind = 'version'")} AS versions,
      ${count('bill_versions', "p.kind = 'document'")} AS documents,
      ${summaryColumns(schema, bill, 'summarized')}
    FROM (
      SELECT count(*)::integer AS actions, min(p.day) FILTER (WHERE p.is_dated) AS first_action_date,
        max(p.day) FILTER (WHERE p.is_passage AND p.is_dated) AS latest_passage_date
      ${parts('bill_actions')}
    ) acts LEFT JOIN ${summaries} summarized ON summarized.bill_id = ${bill}.id
  ) extras`
}

/** Reads these columns of several bills in one statement. */
export async function readBillExtras(
  model: ReadModel,
  billIds: readonly number[],
): Promise<ReadonlyMap<number, BillExtras>> {
  if (billIds.length === 0) return new Map()
  const columns = ['id', 'chamber', 'status', 'status_detail', ...SOURCE_COLUMNS]
  const { rows } = await withStoredSummaries((summaries) =>
    model.read<BillExtras>(
      (schema, bind) => `SELECT ${columns.map((column) => `listed.${column}`).join(', ')}, extras.*
        FROM ${schema}.bills listed CROSS JOIN ${extrasOf(schema, 'listed', summaries)}
        WHERE listed.id = ANY (${bind(billIds)}::bigint[])`,
    ),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const LINKED = [
  'actions',
  'sponsors',
  'votes',
  'versions',
  'committees',
  'legislators',
  'text',
  'explain',
] as const

/**
 * Gives one JSON object from the stored pieces, without parsing them. `self` is the path of the bill, and `summary` the
 * JSON of its summary.
 */
export function extrasJson(bill: BillExtras, self: string, summary: string): string {
  const { actions, sponsors, withdrawn_sponsors, votes, versions, documents } = bill
  const { first_action_date, latest_passage_date } = bill
  const links = Object.fromEntries(LINKED.map((part) => [part, `${self}/${part}`]))
  const counts = { actions, sponsors, withdrawn_sponsors, votes, versions, documents }
  const plain = { first_action_date, latest_passage_date, next_chamber: nextChamber(bill) }
  const members = JSON.stringify({ ...plain, counts, links })
  const ready = `{"progress":${bill.progress ?? '[]'},"related_bills":${bill.related_bills ?? '[]'}}`
  return joined(joined(joined(members, summary), ready), bill.detail)
}
