import type { Act } from '../../../derive/targets/score/evidence-of.ts'
import type { EntityId } from '../../input/parameters.ts'
import { withDerivedTables } from '../../read-schema/derived-tables.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'

export type TargetedRegulation = Owner & {
  readonly jurisdiction: string
  readonly title: string
  readonly document_number: string
  readonly agencies: readonly string[]
  readonly document_ids: readonly string[]
  readonly docket_ids: readonly string[]
  readonly rins: readonly string[]
  readonly citation: string | null
  readonly topics: readonly string[]
}

/** Reads a regulation whose targets are asked for. */
export async function readTargetedRegulation(model: ReadModel, which: EntityId) {
  const { feed, rows } = await model.read<TargetedRegulation>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'regulations',
      type: 'regulation',
      columns: `, o.jurisdiction, o.title, o.document_number, o.agencies, o.document_ids, o.docket_ids, o.rins`,
    })
    return `
      SELECT owner.*, d.detail->>'citation' AS citation,
        ARRAY(SELECT json_array_elements_text(coalesce(d.detail->'topics', '[]'))) AS topics
      FROM ${owner} owner LEFT JOIN ${schema}.regulation_details d ON d.regulation_id = owner.id`
  })
  return { feed, owner: rows[0] }
}

const MOST_MENTIONS = 2_000

type ActRow = Omit<Act, 'kind' | 'about_id'> & { readonly id: number }

/** Statements and filings that name a rule by its number, its citation, a docket or a RIN. */
export async function readRegulationActs(model: ReadModel, regulation: TargetedRegulation): Promise<Act[]> {
  const numbers = numbersOf(regulation)
  const [positions, mentions] = await Promise.all([
    readPositions(model, numbers),
    readMentions(model, numbers),
  ])
  const about_id = regulation.id
  return [
    ...positions.map(({ id: _, ...row }): Act => ({ ...row, about_id, kind: 'stated_position' })),
    ...mentions.map(({ id: _, ...row }): Act => ({ ...row, about_id, kind: 'filing_mention' })),
  ]
}

type Numbers = { readonly schemes: readonly string[]; readonly numbers: readonly string[] }

function numbersOf({
  document_number,
  document_ids,
  docket_ids,
  rins,
  citation,
}: TargetedRegulation): Numbers {
  const named: (readonly [string, string])[] = [
    ...[...new Set([document_number, ...document_ids])].map((one) => ['document_number', one] as const),
    ...docket_ids.map((one) => ['docket_id', one] as const),
    ...rins.map((one) => ['rin', one] as const),
    ...(citation === null ? [] : [['fr_citation', citation] as const]),
  ]
  return { schemes: named.map(([scheme]) => scheme), numbers: named.map(([, number]) => number) }
}

async function readPositions(model: ReadModel, { schemes, numbers }: Numbers): Promise<readonly ActRow[]> {
  const { rows } = await model.read<ActRow>(
    (schema, bind) => `
      SELECT p.id, coalesce(o.replaced_by, o.id) AS organization_id, 'position ' || p.id AS key,
        coalesce(p.item->>'quote', p.item->>'title') AS quote, p.stated_on AS day, p.item->>'source_url' AS source_url,
        false AS is_ended, p.stance, p.updated_at
      FROM unnest(${bind(schemes)}::text[], ${bind(numbers)}::text[]) AS n (scheme, number)
      JOIN ${schema}.advocacy_positions p ON p.regulation_scheme = n.scheme AND p.regulation_number = n.number
        AND NOT p.deleted
      JOIN ${schema}.entity o ON o.ocd_id = p.organization_ocd_id`,
  )
  return rows
}

async function readMentions(model: ReadModel, { schemes, numbers }: Numbers): Promise<readonly ActRow[]> {
  const found = await withDerivedTables(() =>
    model.read<ActRow>(
      (schema, bind) => `
        SELECT f.id, c.organization_id, 'filing ' || f.id AS key, m.quote, f.posted_on AS day,
          f.item->>'source_url' AS source_url, c.is_ended, NULL AS stance, f.updated_at
        FROM (
          SELECT DISTINCT ON (x.filing_id) x.filing_id, x.quote
          FROM unnest(${bind(schemes)}::text[], ${bind(numbers)}::text[]) AS n (scheme, number)
          JOIN derive.regulation_mention x ON x.scheme = n.scheme AND x.number = n.number
          ORDER BY x.filing_id DESC, x.activity, x.start_at LIMIT ${MOST_MENTIONS}
        ) m
        JOIN derive.counted_source c ON c.source_id = m.filing_id AND c.is_counted
        JOIN ${schema}.lobbying_filings f ON f.id = m.filing_id AND NOT f.deleted`,
    ),
  )
  return found?.rows ?? []
}
