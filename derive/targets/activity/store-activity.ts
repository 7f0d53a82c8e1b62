import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import { countedFilings } from './counted-filings.ts'
import type { OrganizationSources } from './organization-sources.ts'
import type { ActivityRow } from './summarize-activity.ts'

export type SummedOrganization = {
  readonly sources: OrganizationSources
  readonly rows: readonly ActivityRow[]
}

/** Leaves out organizations whose stored rows say the same. */
export async function changedSums(
  database: Queryable,
  found: readonly SummedOrganization[],
): Promise<SummedOrganization[]> {
  if (found.length === 0) return []
  const { rows } = await database.query<ActivityRow>(
    'SELECT * FROM derive.organization_activity WHERE organization_id = ANY ($1::bigint[])',
    [found.map(({ sources }) => sources.organization_id)],
  )
  const stored = Map.groupBy(rows, ({ organization_id }) => organization_id)
  return found.filter(
    (one) => contentOf(one.rows) !== contentOf(stored.get(one.sources.organization_id) ?? []),
  )
}

const contentOf = (rows: readonly ActivityRow[]): string =>
  JSON.stringify(
    rows
      .map(({ kind, topic, jurisdiction, activities, issues, day, quote, source_url, is_ended }) =>
        JSON.stringify([kind, topic, jurisdiction, activities, issues, day, quote, source_url, is_ended]),
      )
      .sort(),
  )

/** Replaces the rows of these organizations, and records which sources were counted for which of them. */
export async function storeActivity(
  client: Queryable,
  ids: readonly number[],
  found: readonly SummedOrganization[],
): Promise<void> {
  if (ids.length === 0) return
  await client.query('DELETE FROM derive.organization_activity WHERE organization_id = ANY ($1::bigint[])', [
    ids,
  ])
  await client.query('DELETE FROM derive.counted_source WHERE organization_id = ANY ($1::bigint[])', [ids])
  await client.query(
    `INSERT INTO derive.organization_activity
     SELECT * FROM json_to_recordset($1::json) AS a (organization_id bigint, kind text, topic text,
       jurisdiction text, activities integer, issues integer, day date, quote text,
       source_url text, is_ended boolean, updated_at timestamptz)`,
    [JSON.stringify(found.flatMap(({ rows }) => rows))],
  )
  const summaries = found.map(({ sources: { organization_id, updated_at }, rows }) => ({
    organization_id,
    updated_at,
    issues: rows[0]?.issues ?? 1,
  }))
  await client.query(
    `INSERT INTO derive.organization_summary
     SELECT * FROM json_to_recordset($1::json) AS s (organization_id bigint, issues integer, updated_at timestamptz)
     ON CONFLICT (organization_id) DO UPDATE SET issues = excluded.issues,
       updated_at = greatest(excluded.updated_at, organization_summary.updated_at)`,
    [JSON.stringify(summaries)],
  )
  await storeChanges(client, ids, found)
  const counted = found.flatMap(({ sources: { organization_id, filings, positions } }) => {
    const current = new Map(countedFilings(filings).map(({ id, is_ended }) => [id, is_ended]))
    return [
      ...filings.map(({ id }) => ({
        source_id: id,
        organization_id,
        is_counted: current.has(id),
        is_ended: current.get(id) ?? false,
      })),
      ...positions.map(({ id }) => ({ source_id: id, organization_id, is_counted: true, is_ended: false })),
    ]
  })
  await client.query(
    `INSERT INTO derive.counted_source
     SELECT * FROM json_to_recordset($1::json) AS s (source_id bigint, organization_id bigint,
       is_counted boolean, is_ended boolean)
     ON CONFLICT (source_id) DO UPDATE SET organization_id = excluded.organization_id,
       is_counted = excluded.is_counted, is_ended = excluded.is_ended`,
    [JSON.stringify(counted)],
  )
}

/** Numbers the change of these organizations, also of those that have no rows any more. One process writes at a time. */
async function storeChanges(
  client: Queryable,
  ids: readonly number[],
  found: readonly { readonly sources: OrganizationSources }[],
): Promise<void> {
  const types = new Map(found.map(({ sources: { organization_id, type } }) => [organization_id, type]))
  await client.query(
    `INSERT INTO derive.organization_change (organization_id, change, type)
     SELECT id, (SELECT coalesce(max(change), 0) + 1 FROM derive.organization_change), type
     FROM unnest($1::bigint[], $2::text[]) AS changed (id, type)
     ON CONFLICT (organization_id) DO UPDATE SET change = excluded.change, type = excluded.type`,
    [ids, ids.map((id) => types.get(id) ?? null)],
  )
}
