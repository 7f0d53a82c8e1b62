import type { Queryable } from '../../../runtime/postgres/postgres.ts'
import type {
  OrganizationSources,
  SourceCounts,
  SourceFiling,
  SourcePosition,
} from './organization-sources.ts'

type Row = {
  readonly organization_id: number
  readonly type: string | null
  readonly updated_at: string
  readonly filings: readonly SourceFiling[]
  readonly positions: readonly SourcePosition[]
  readonly counts: readonly SourceCounts[]
}

const instant = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Reads everything that names these organizations, also under names that were merged into them. */
export async function readOrganizationSources(
  client: Queryable,
  schema: string,
  ids: readonly number[],
): Promise<OrganizationSources[]> {
  const { rows } = await client.query<Row>(
    `WITH organization AS (
       SELECT o.id, o.type, o.jurisdiction, o.item, o.updated_at
       FROM ${schema}.advocacy_organizations o WHERE o.id = ANY ($1::bigint[]) AND NOT o.deleted
     ), named AS (
       SELECT o.id, e.ocd_id FROM organization o JOIN ${schema}.entity e ON e.id = o.id OR e.replaced_by = o.id
     )
     SELECT o.id AS organization_id, o.type,
       ${instant(`greatest(o.updated_at,
         (SELECT max(f.updated_at) FROM named n JOIN ${schema}.lobbying_filings f ON f.client_ocd_id = n.ocd_id WHERE n.id = o.id),
         (SELECT max(p.updated_at) FROM named n JOIN ${schema}.advocacy_positions p ON p.organization_ocd_id = n.ocd_id
          WHERE n.id = o.id))`)} AS updated_at,
       coalesce((SELECT json_agg(json_build_object(
           'id', f.id, 'publisher', f.publisher, 'jurisdiction', f.jurisdiction, 'kind', f.kind, 'year', f.year,
           'period', f.period, 'posted_on', f.posted_on, 'registrant_id', coalesce(r.replaced_by, r.id),
           'source_url', f.source_url, 'agencies', f.agencies, 'activities', coalesce(f.activities, '[]')))
         FROM named n JOIN ${schema}.lobbying_filings f ON f.client_ocd_id = n.ocd_id AND NOT f.deleted
         LEFT JOIN ${schema}.entity r ON r.ocd_id = f.registrant_ocd_id
         WHERE n.id = o.id), '[]') AS filings,
       coalesce((SELECT json_agg(json_build_object(
           'id', p.id, 'jurisdiction', b.jurisdiction, 'stated_on', p.stated_on,
           'source_url', p.item->>'source_url', 'title', b.title, 'subjects', b.subjects))
         FROM named n JOIN ${schema}.advocacy_positions p ON p.organization_ocd_id = n.ocd_id AND NOT p.deleted
         JOIN ${schema}.entity e ON e.ocd_id = p.bill_ocd_id
         JOIN ${schema}.bills b ON b.id = coalesce(e.replaced_by, e.id) AND b.present AND NOT b.deleted
         WHERE n.id = o.id), '[]') AS positions,
       CASE WHEN o.item->>'counts' IS NULL THEN '[]'::json ELSE json_build_array(json_build_object(
           'jurisdiction', o.jurisdiction, 'years', o.item->'counts'->'years',
           'subjects', o.item->'counts'->'subjects', 'source_url', o.item->'sources'->0->>'url')) END AS counts
     FROM organization o`,
    [ids],
  )
  return rows.map(({ counts, ...row }) => ({ ...row, counts: counts[0] ?? null }))
}
