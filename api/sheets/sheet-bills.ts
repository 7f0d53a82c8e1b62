import type { BillPosition, Priority, SheetColumn } from '../../schemas/http/sheets/sheet-columns.ts'
import type { BillStatus, Chamber, StatusDetail } from '../../schemas/vocabulary/vocabulary.ts'
import { listedSummary, type SummaryColumns, summaryColumns } from '../read-model/bill/bill-summary.ts'
import { withStoredSummaries } from '../read-model/bill/stored-summaries.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'

/** What an account wrote about a bill of a sheet. */
export type SheetEntry = {
  /** The id of the item, not of its bill. */
  readonly id: number
  readonly bill_id: number
  readonly position: BillPosition | null
  readonly priority: Priority | null
  readonly note: string
  readonly tags: readonly string[]
}

/** The facts of a bill that columns show. */
export type BillFactsRow = {
  /** The id in the sheet. It differs from `id` if that bill was merged into this one. */
  readonly asked_id: number
  readonly id: number
  readonly ocd_id: string
  readonly deleted: boolean
  readonly jurisdiction: string
  readonly session: string
  readonly identifier: string | null
  readonly title: string | null
  readonly chamber: Chamber | null
  readonly classification: readonly string[]
  readonly subjects: readonly string[]
  readonly status: BillStatus | null
  readonly status_detail: StatusDetail | null
  readonly status_date: string | null
  readonly introduced_on: string | null
  readonly latest_action: { readonly date: string; readonly description: string } | null
  readonly updated_at: string
  /** These are null unless a column needs them. */
  readonly sponsors: readonly string[] | null
  readonly link: string | null
  readonly summary: string | null
}

/** A row of a sheet. `bill` is undefined if the read model does not have the bill. */
export type SheetRow = { readonly entry: SheetEntry; readonly bill: BillFactsRow | undefined }

const FACTS = [
  'id',
  'ocd_id',
  'deleted',
  'jurisdiction',
  'session',
  'identifier',
  'title',
  'chamber',
  'classification',
  'subjects',
  'status',
  'status_detail',
  'status_date',
  'introduced_on',
  'latest_action',
  'updated_at',
]

/** Reads the facts of these bills, by the ids in the sheet. A merged bill is the one that remains. A removed one is included. */
export async function readBillFacts(
  model: ReadModel,
  billIds: readonly number[],
  columns: readonly SheetColumn[],
): Promise<ReadonlyMap<number, BillFactsRow>> {
  if (billIds.length === 0) return new Map()
  const shows = (column: SheetColumn) => columns.includes(column)
  const { rows } = await withStoredSummaries((summaries) =>
    model.read<BillFactsRow & Partial<SummaryColumns>>((schema, bind) => {
      const sponsors = shows('sponsors') ? sponsorsOf(schema) : 'NULL::text[]'
      const link = shows('link') ? linkOf(schema) : 'NULL'
      const [summary, joined] = shows('summary')
        ? [
            `, (SELECT d.detail::text FROM ${schema}.bill_details d WHERE d.bill_id = b.id) AS detail, ${summaryColumns(schema, 'b', 'summarized')}`,
            `LEFT JOIN ${summaries} summarized ON summarized.bill_id = b.id`,
          ]
        : ['', '']
      return `SELECT e.id AS asked_id, ${FACTS.map((column) => `b.${column}`).join(', ')},
          ${sponsors} AS sponsors, ${link} AS link, NULL AS summary${summary}
        FROM ${schema}.entity e JOIN ${schema}.bills b ON b.id = coalesce(e.replaced_by, e.id) ${joined}
        WHERE e.id = ANY (${bind(billIds)}::bigint[]) AND e.entity_type = 'bill' AND b.present`
    }),
  )
  return new Map(
    rows.map((row) => [row.asked_id, shows('summary') ? { ...row, summary: summaryOf(row) } : row]),
  )
}

/** Reads what pages and widgets show of the bills of a sheet, in the order of the entries. */
export async function readSheetRows(
  model: ReadModel,
  entries: readonly SheetEntry[],
  columns: readonly SheetColumn[],
): Promise<SheetRow[]> {
  const ids = entries.map(({ bill_id }) => bill_id)
  const facts = await readBillFacts(model, ids, columns)
  return entries.map((entry) => ({ entry, bill: facts.get(entry.bill_id) }))
}

const sponsorsOf = (schema: string): string => `(
  SELECT array_agg(s.name ORDER BY s.position) FROM ${schema}.bill_sponsors s
  WHERE s.bill_id = b.id AND NOT s.deleted AND s.item->>'primary' = 'true' AND s.item->>'withdrawn_on' IS NULL)`

const linkOf = (schema: string): string => `(
  SELECT d.detail->'sources'->0->>'url' FROM ${schema}.bill_details d WHERE d.bill_id = b.id)`

const summaryOf = (row: BillFactsRow & Partial<SummaryColumns>): string | null =>
  row.deleted
    ? null
    : (JSON.parse(listedSummary(row as unknown as SummaryColumns)) as { ai_summary: string | null })
        .ai_summary
