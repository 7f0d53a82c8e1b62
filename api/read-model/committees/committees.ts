import { committeeKey } from '../../../projections/projectors/content/committee-key.ts'
import type { EntityId } from '../../input/parameters.ts'
import {
  ITEM_WEIGHT,
  PAGE_COLUMNS,
  type PageRequest,
  type PageRow,
  pageSelect,
} from '../../paging/page-select.ts'
import type { Reading, ReadModel } from '../../read-schema/live-schema.ts'
import { type Owner, ownerSelect } from '../../read-schema/owner.ts'
import type { Person } from '../people/printed-names.ts'
import type { CommitteeName } from './committee-names.ts'

export type CommitteeFilters = {
  readonly q?: string | undefined
  readonly jurisdiction?: string | undefined
  readonly chamber?: string | undefined
  readonly classification?: string | undefined
  readonly parent?: EntityId | undefined
}
export type Member = Person & { readonly member_ocd_id: string }
type Brief = { readonly id: number; readonly ocd_id: string; readonly name: string }
export type CommitteeDetailRow = Owner & {
  readonly item: string
  readonly detail: string | null
  /** JSON list of the members as printed. */
  readonly memberships: string | null
  readonly members: readonly Member[]
  readonly parent: Brief | null
  readonly subcommittees: readonly Brief[]
}

export function listCommittees(
  model: ReadModel,
  page: PageRequest,
  filters: CommitteeFilters,
): Promise<Reading<PageRow>> {
  return model.read<PageRow>((schema, bind) => {
    const { jurisdiction, chamber, classification, parent } = filters
    const conditions: string[] = []
    if (chamber !== undefined) conditions.push(`t.chamber = ${bind(chamber)}`)
    if (classification !== undefined) conditions.push(`t.classification = ${bind(classification)}`)
    if (parent !== undefined) {
      const is = 'id' in parent ? `p.id = ${bind(parent.id)}` : `p.ocd_id = ${bind(parent.ocd_id)}`
      conditions.push(`t.parent_ocd_id = (SELECT p.ocd_id FROM ${schema}.committees p WHERE ${is})`)
    }
    for (const word of wordsOf(filters.q)) conditions.push(`t.name ILIKE ${bind(`%${word}%`)}`)
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id`,
      from: `${schema}.committees`,
      conditions,
      lead: jurisdiction === undefined ? undefined : { column: 't.jurisdiction', value: jurisdiction },
      weight: ITEM_WEIGHT,
    })
  })
}

/** Words of a name, with the signs that LIKE gives a meaning taken literally. */
function wordsOf(q: string | undefined): string[] {
  return (q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => word.replace(/[\\%_]/g, '\\$&'))
}

/**
 * Reads a committee. A merged member is shown as the remaining person; `member_ocd_id` stays as in the
 * committee's data.
 */
export async function readCommittee(
  model: ReadModel,
  which: EntityId,
): Promise<CommitteeDetailRow | undefined> {
  const { rows } = await model.read<CommitteeDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'committees',
      type: 'committee',
      columns: `, o.item::text AS item, o.detail::text AS detail, o.memberships::text AS memberships,
        o.jurisdiction, o.parent_ocd_id`,
    })
    const brief = `json_build_object('id', c.id, 'ocd_id', c.ocd_id, 'name', c.name)`
    return `
      SELECT owner.*, coalesce((
        SELECT json_agg(json_build_object('id', p.id, 'ocd_id', p.ocd_id, 'name', p.name, 'party', p.party,
          'chamber', p.chamber, 'district', p.district, 'member_ocd_id', e.ocd_id))
        FROM ${schema}.entity e
        JOIN ${schema}.people p ON p.id = coalesce(e.replaced_by, e.id) AND NOT p.deleted
        WHERE e.ocd_id = ANY (ARRAY(
          SELECT m->>'person_ocd_id' FROM json_array_elements(owner.memberships::json) m))
      ), '[]') AS members,
      (SELECT ${brief} FROM ${schema}.committees c
       WHERE c.ocd_id = owner.parent_ocd_id AND NOT c.deleted) AS parent,
      coalesce((SELECT json_agg(${brief} ORDER BY c.name, c.id) FROM ${schema}.committees c
        WHERE c.jurisdiction = owner.jurisdiction AND c.parent_ocd_id = owner.ocd_id AND NOT c.deleted
      ), '[]') AS subcommittees
      FROM ${owner} owner`
  })
  return rows[0]
}

/** Every committee of a jurisdiction: a few hundred at most, so referrals are matched against all of them. */
export async function readCommitteeNames(
  model: ReadModel,
  jurisdiction: string,
): Promise<readonly CommitteeName[]> {
  const { rows } = await model.read<NamedCommittee>(
    (schema, bind) => `
      SELECT c.id, c.ocd_id, c.name, c.classification, c.chamber
      FROM ${schema}.committees c WHERE c.jurisdiction = ${bind(jurisdiction)} AND NOT c.deleted ORDER BY c.id`,
  )
  return rows.map(({ id, ocd_id, name, classification, chamber }) =>
    withCommitteeKey({ id, ocd_id, name, classification, chamber }),
  )
}

export type NamedCommittee = Omit<CommitteeName, 'key'>

export const withCommitteeKey = (brief: NamedCommittee): CommitteeName => ({
  ...brief,
  key: committeeKey(brief.name),
})

/** SQL: the same as a JSON list of NamedCommittee. */
export const committeesOf = (schema: string, jurisdiction: string): string => `coalesce((
  SELECT json_agg(json_build_object('id', c.id, 'ocd_id', c.ocd_id, 'name', c.name,
    'classification', c.classification, 'chamber', c.chamber) ORDER BY c.id)
  FROM ${schema}.committees c WHERE c.jurisdiction = ${jurisdiction} AND NOT c.deleted
), '[]')`
