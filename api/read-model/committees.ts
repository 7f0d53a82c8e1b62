import { committeeKey } from '../../projections/committee-key.ts'
import type { CommitteeName } from '../committee-names.ts'
import type { EntityId } from '../parameters.ts'
import type { Reading, ReadModel } from './live-schema.ts'
import { type Owner, ownerSelect } from './owner.ts'
import { PAGE_COLUMNS, type PageRequest, type PageRow, pageSelect } from './page-select.ts'
import { wordsOf } from './people.ts'

export type CommitteeFilters = {
  readonly q?: string | undefined
  readonly jurisdiction?: string | undefined
  readonly chamber?: string | undefined
}
export type CommitteeDetailRow = Owner & {
  readonly item: string
  readonly detail: string | null
  /** JSON list of the members as printed. */
  readonly memberships: string | null
  readonly members: readonly { readonly id: number; readonly ocd_id: string; readonly name: string }[]
}
export function listCommittees(
  model: ReadModel,
  page: PageRequest,
  filters: CommitteeFilters,
): Promise<Reading<PageRow>> {
  return model.read<PageRow>((schema, bind) => {
    const conditions: string[] = []
    if (filters.jurisdiction !== undefined) conditions.push(`t.jurisdiction = ${bind(filters.jurisdiction)}`)
    if (filters.chamber !== undefined) conditions.push(`t.chamber = ${bind(filters.chamber)}`)
    for (const word of wordsOf(filters.q)) conditions.push(`t.name ILIKE ${bind(`%${word}%`)}`)
    return pageSelect(page, bind, {
      columns: `${PAGE_COLUMNS}, t.ocd_id`,
      from: `${schema}.committees`,
      conditions,
    })
  })
}

export async function readCommittee(
  model: ReadModel,
  which: EntityId,
): Promise<CommitteeDetailRow | undefined> {
  const { rows } = await model.read<CommitteeDetailRow>((schema, bind) => {
    const owner = ownerSelect(schema, bind, which, {
      name: 'committees',
      type: 'committee',
      columns: ', o.item::text AS item, o.detail::text AS detail, o.memberships::text AS memberships',
    })
    return `
      SELECT owner.*, coalesce((
        SELECT json_agg(json_build_object('id', p.id, 'ocd_id', p.ocd_id, 'name', p.name))
        FROM ${schema}.people p
        WHERE NOT p.deleted AND p.ocd_id IN (
          SELECT m->>'person_ocd_id' FROM json_array_elements(owner.memberships::json) m)
      ), '[]') AS members
      FROM ${owner} owner`
  })
  return rows[0]
}

/** Every committee of a jurisdiction: a few hundred at most, so referrals are matched against all of them. */
export async function readCommitteeNames(
  model: ReadModel,
  jurisdiction: string,
): Promise<readonly CommitteeName[]> {
  const { rows } = await model.read<Omit<CommitteeName, 'key'>>(
    (schema, bind) => `
      SELECT c.id, c.ocd_id, c.name, c.classification, c.chamber
      FROM ${schema}.committees c WHERE c.jurisdiction = ${bind(jurisdiction)} AND NOT c.deleted ORDER BY c.id`,
  )
  return rows.map(({ id, ocd_id, name, classification, chamber }) => ({
    id,
    ocd_id,
    name,
    classification,
    chamber,
    key: committeeKey(name),
  }))
}
