import { basisOf } from '../../../derive/targets/activity/activity-position.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { Feed, ReadModel } from '../../read-schema/live-schema.ts'

export type OrganizationRow = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly type: string | null
  readonly url: string | null
  /** The last change of the organization or of anything that it did. */
  readonly updated_at: string
  /** How many issues it works on. */
  readonly issues: number
}

/** Reads organizations by id. Those that were removed are left out. */
export async function readOrganizations(
  model: ReadModel,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OrganizationRow>> {
  if (ids.length === 0) return new Map()
  const found = await withDerivedTables(() =>
    model.read<OrganizationRow>(
      (schema, bind) => `
        SELECT o.id, o.ocd_id, o.name, o.type, o.item->>'url' AS url, coalesce(s.issues, 1) AS issues,
          greatest(o.updated_at, s.updated_at) AS updated_at
        FROM ${schema}.advocacy_organizations o
        LEFT JOIN derive.organization_summary s ON s.organization_id = o.id
        WHERE o.id = ANY (${bind(ids)}::bigint[]) AND NOT o.deleted`,
    ),
  )
  return new Map((found?.rows ?? []).map((row) => [row.id, row]))
}

export type FilingState = { readonly has_filings: boolean; readonly is_summed: boolean }

/** How much is loaded, and summed up, of what organizations did. */
export async function readFilingState(model: ReadModel): Promise<FilingState & { readonly feed: Feed }> {
  const { feed, rows } = await model.read<{ readonly id: number; readonly has_filings: boolean }>(
    (schema) => `
      SELECT 1 AS id, EXISTS (SELECT FROM ${schema}.lobbying_filings WHERE NOT deleted)
        OR EXISTS (SELECT FROM ${schema}.advocacy_positions WHERE NOT deleted)
        OR EXISTS (SELECT FROM ${schema}.advocacy_organizations WHERE NOT deleted) AS has_filings`,
  )
  const summed = await withDerivedTables(() =>
    model.read<{ readonly id: number }>(
      (schema) =>
        `SELECT 1 AS id WHERE ${summedTables.map((table) => isSummed(schema, table)).join(' AND ')}
          AND ${isSearched(schema)}`,
    ),
  )
  return { feed, has_filings: rows[0]?.has_filings === true, is_summed: (summed?.rows.length ?? 0) > 0 }
}

const summedTables = ['advocacy_organizations', 'lobbying_filings', 'advocacy_positions'] as const

/** No row of a table comes after a place in its change index. */
const isPast = (schema: string, table: string, place: string): string => `NOT EXISTS (
  SELECT FROM ${schema}.${table} r
  WHERE (r.updated_at, r.seq, r.id) > (${place}.updated_at, ${place}.seq, ${place}.id) AND r.updated_at < live.watermark)`

/** Every change of a table is summed up, by this method. */
const isSummed = (schema: string, table: string): string => `EXISTS (
  SELECT FROM derive.organization_activity_position p
  WHERE p.table_name = '${table}' AND starts_with(p.basis, '${basisOf(schema)} ') AND ${isPast(schema, table, 'p')})`

/** Every filing was searched for bills and rules. */
const isSearched = (schema: string): string => `(
  NOT EXISTS (SELECT FROM ${schema}.lobbying_filings) OR EXISTS (
    SELECT FROM derive.mention_position m
    WHERE m.read_schema = '${schema}' AND ${isPast(schema, 'lobbying_filings', 'm')}))`
