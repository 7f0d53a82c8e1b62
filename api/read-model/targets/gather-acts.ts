import type { Act } from '../../../derive/targets/score/evidence-of.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

/** Mentions that are read of the bill itself, and of each bill that is near to it. The newest come first. */
const MOST_MENTIONS = 2_000
const MOST_MENTIONS_OF_OTHERS = 50
const CONGRESS = 'ocd-division/country:us'

type ActRow = Omit<Act, 'kind'> & { readonly id: number }

/** Statements and mentions in filings about bills, of the organizations that remain after merges. */
export async function readActs(model: ReadModel, bill: number, near: readonly number[]): Promise<Act[]> {
  const others = near.filter((id) => id !== bill)
  const [positions, mentions] = await Promise.all([
    readPositions(model, near),
    readMentions(model, [bill], MOST_MENTIONS).then(async (own) => [
      ...own,
      ...(others.length === 0 ? [] : await readMentions(model, others, MOST_MENTIONS_OF_OTHERS)),
    ]),
  ])
  return [...positions, ...mentions]
}

/** The bills, and those that were merged into them. */
const named = (schema: string, bills: string): string => `
  SELECT e.ocd_id, e.id AS bill_id FROM ${schema}.entity e WHERE e.id = ANY (${bills}::bigint[])
  UNION ALL
  SELECT e.ocd_id, e.replaced_by FROM ${schema}.entity e WHERE e.replaced_by = ANY (${bills}::bigint[])`

async function readPositions(model: ReadModel, bills: readonly number[]): Promise<Act[]> {
  const { rows } = await model.read<ActRow>((schema, bind) => {
    const ids = bind(bills)
    return `
      SELECT p.id, coalesce(o.replaced_by, o.id) AS organization_id, n.bill_id AS about_id, 'position ' || p.id AS key,
        coalesce(p.item->>'quote', p.item->>'title') AS quote, p.stated_on AS day, p.item->>'source_url' AS source_url,
        false AS is_ended, p.stance, p.updated_at
      FROM (${named(schema, ids)}) n
      JOIN ${schema}.advocacy_positions p ON p.bill_ocd_id = n.ocd_id AND NOT p.deleted
      JOIN ${schema}.entity o ON o.ocd_id = p.organization_ocd_id`
  })
  return rows.map(({ id: _, ...row }) => ({ ...row, kind: 'stated_position' }))
}

async function readMentions(model: ReadModel, bills: readonly number[], most: number): Promise<Act[]> {
  const found = await withDerivedTables(() =>
    model.read<ActRow>((schema, bind) => {
      return `
        SELECT f.id, c.organization_id, n.id AS about_id, 'filing ' || f.id AS key, m.quote,
          f.posted_on AS day, f.item->>'source_url' AS source_url, c.is_ended, NULL AS stance, f.updated_at
        FROM ${schema}.bills n
        CROSS JOIN LATERAL (
          SELECT DISTINCT ON (newest.filing_id) newest.filing_id, newest.quote FROM (
            SELECT x.filing_id, x.activity, x.start_at, x.quote FROM derive.bill_mention x
            WHERE x.identifier_key = n.identifier_key
              AND x.congress = CASE WHEN n.session ~ '^\\d{1,4}$' THEN n.session::integer END
            ORDER BY x.filing_id DESC LIMIT ${most}
          ) newest ORDER BY newest.filing_id, newest.activity, newest.start_at) m
        JOIN derive.counted_source c ON c.source_id = m.filing_id AND c.is_counted
        JOIN ${schema}.lobbying_filings f ON f.id = m.filing_id AND NOT f.deleted
        WHERE n.id = ANY (${bind(bills)}::bigint[]) AND n.jurisdiction = '${CONGRESS}'`
    }),
  )
  return (found?.rows ?? []).map(({ id: _, ...row }) => ({ ...row, kind: 'filing_mention' }))
}
