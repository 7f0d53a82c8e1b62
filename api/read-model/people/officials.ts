import type { DatedName, DatedRole } from '../../../locate/officials/seated.ts'
import type { ReadModel } from '../../read-schema/live-schema.ts'

type OfficialItem = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly email: string | null
  readonly image: string | null
  readonly invalid_url?: Readonly<Record<string, string>>
}

type OfficialDetail = {
  readonly parties: readonly DatedName[]
  readonly roles: readonly DatedRole[]
  readonly offices: readonly object[]
  readonly links: readonly object[]
}

/** A person who has, had or will have a role in one of the divisions. */
export type Official = OfficialItem & OfficialDetail

type Row = { readonly item: string; readonly detail: string }

/** In any order. A person who was merged into another has no row of its own. */
export async function readOfficials(
  model: ReadModel,
  divisionIds: readonly string[],
): Promise<readonly Official[]> {
  const inDivision = divisionIds.map((division_id) => JSON.stringify([{ division_id }]))
  const { rows } = await model.read<Row>(
    (schema, bind) => `
      SELECT p.id, p.item::text AS item, p.detail::text AS detail FROM ${schema}.people p
      WHERE (p.detail -> 'roles')::jsonb @> ANY (${bind(inDivision)}::jsonb[]) AND NOT p.deleted`,
  )
  return rows.map(({ item, detail }) => ({
    ...(JSON.parse(item) as OfficialItem),
    ...(JSON.parse(detail) as OfficialDetail),
  }))
}
